"""Threads of oneMKL alone.

It beats `OMP_NUM_THREADS` (measured: OMP 5 and MKL 1 give PyTorch 1), so that a cap by
one of the two alone may have no effect: `thread_cap` sets both.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "MKL_NUM_THREADS"

KNOB = Knob(
    name="mkl_threads",
    variables=(Variable(_NAME, "it beats OMP_NUM_THREADS in oneMKL and in PyTorch"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("/libmkl_", "/libtorch_cpu"),
    is_compute_pool=True,
)
