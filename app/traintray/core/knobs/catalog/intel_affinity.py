"""How Intel's and LLVM's OpenMP tie threads; it beats `OMP_PROC_BIND` there."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import one_of
from traintray.core.knobs.pool import environ_check

_NAME = "KMP_AFFINITY"
_FREE, _COMPACT = "disabled", "granularity=fine,compact,1,0"

KNOB = Knob(
    name="intel_affinity",
    variables=(Variable(_NAME, "ties threads, or keeps OpenMP from it"),),
    legal=one_of({_FREE: {_NAME: _FREE}, _COMPACT: {_NAME: _COMPACT}}),
    how_to_check=environ_check(_NAME),
    clears=("OMP_PROC_BIND", "OMP_PLACES"),
    libraries=("/libiomp5", "/libomp"),
    is_trap=lambda value: value != _FREE,
)
