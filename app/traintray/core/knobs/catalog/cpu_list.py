"""The CPUs to which GNU's OpenMP ties threads, one after the other.

The main thread, and with it every forked loader worker, gets the first one alone
(measured): to keep a run on some CPUs, `taskset -c` is the better tool.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import cpu_list
from traintray.core.knobs.pool import environ_check

_NAME = "GOMP_CPU_AFFINITY"

KNOB = Knob(
    name="cpu_list",
    variables=(Variable(_NAME, "ties thread after thread to these CPUs"),),
    legal=cpu_list(_NAME),
    how_to_check=environ_check(_NAME),
    clears=("OMP_PROC_BIND", "OMP_PLACES"),
    libraries=("/libgomp",),
    is_trap=lambda _value: True,
)
