"""How often a thread of GNU's OpenMP asks again before it sleeps."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import number
from traintray.core.knobs.pool import environ_check

_NAME = "GOMP_SPINCOUNT"
_MOST = 300_000
"""The default of libgomp, about 3 ms. More only burns CPU (`active` gave 1.00)."""

KNOB = Knob(
    name="spin_count",
    variables=(Variable(_NAME, "overrules OMP_WAIT_POLICY in GNU's OpenMP"),),
    legal=number(_NAME, 0, _MOST, "rounds"),
    how_to_check=environ_check(_NAME),
    clears=("OMP_WAIT_POLICY",),
    libraries=("/libgomp",),
)
