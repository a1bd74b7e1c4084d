"""Processes in which torch.compile compiles."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "TORCHINDUCTOR_COMPILE_THREADS"

KNOB = Knob(
    name="compile_workers",
    variables=(Variable(_NAME, "torch.compile starts that many workers"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("/libtorch_cpu",),
)
