"""Threads of OpenBLAS alone, which NumPy and SciPy from pip bring along.

`OMP_NUM_THREADS` reaches it too where this one is not set.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "OPENBLAS_NUM_THREADS"

KNOB = Knob(
    name="openblas_threads",
    variables=(Variable(_NAME, "the OpenBLAS inside pip's NumPy and SciPy"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("openblas",),
)
