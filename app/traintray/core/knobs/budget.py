"""How many cores the threads of a run may fill."""

from __future__ import annotations

import math

from traintray.core.readings import UsableCpus


def core_budget(usable: UsableCpus) -> int:
    """Return the cores that threads which compute should not exceed, at least 1.

    Physical cores: a second thread on a core does not speed up dense arithmetic.
    Of a CPU with cores of two speeds only the fast ones: at every barrier a static
    loop waits for the slowest core. A CPU quota caps both; no thread library looks
    at it.
    """
    cores = usable.performance_cores or usable.physical_cores
    return max(1, math.floor(min(cores, usable.count)))
