"""Threads of numexpr alone. It does not bound the number by the CPUs."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "NUMEXPR_NUM_THREADS"

KNOB = Knob(
    name="numexpr_threads",
    variables=(Variable(_NAME, "numexpr has a pool of its own"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("/numexpr/",),
)
