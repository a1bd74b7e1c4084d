"""How long a thread of Intel's or LLVM's OpenMP spins before it sleeps.

PyTorch from pip brings GNU's OpenMP, which does not read it (measured).
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import number
from traintray.core.knobs.pool import environ_check

_NAME = "KMP_BLOCKTIME"
_MOST_MS = 200
"""The default of the library. More only burns CPU."""

KNOB = Knob(
    name="block_time",
    variables=(Variable(_NAME, "overrules OMP_WAIT_POLICY in Intel's and LLVM's"),),
    legal=number(_NAME, 0, _MOST_MS, "milliseconds"),
    how_to_check=environ_check(_NAME),
    clears=("OMP_WAIT_POLICY",),
    libraries=("/libiomp5", "/libomp"),
)
