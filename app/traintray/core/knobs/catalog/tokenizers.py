"""Whether Hugging Face tokenizers use threads."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import one_of
from traintray.core.knobs.pool import environ_check

_NAME = "TOKENIZERS_PARALLELISM"

KNOB = Knob(
    name="tokenizers",
    variables=(Variable(_NAME, "the library looks at it at each call"),),
    legal=one_of({"false": {_NAME: "false"}, "true": {_NAME: "true"}}),
    how_to_check=environ_check(_NAME),
    libraries=("/tokenizers/",),
)
