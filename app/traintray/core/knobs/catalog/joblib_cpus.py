"""How many CPUs joblib believes in.

It moves `n_jobs=-1` only, never the threads inside a process (measured).
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "LOKY_MAX_CPU_COUNT"

KNOB = Knob(
    name="joblib_cpus",
    variables=(Variable(_NAME, "what joblib takes for the number of CPUs"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("/sklearn/", "/joblib/"),
)
