"""Tells when CPU time is spent by processes that nobody is looking at."""

from __future__ import annotations

_THRESHOLD_CORES = 0.3
# Interrupts and sampling by ticks blur the sums a little on a machine with many CPUs.
_BLUR_SHARE = 0.02
_FIRST_WAIT_S = 2.0
_LONGEST_WAIT_S = 64.0


class UnexplainedCpu:
    """Decides when a look at every process is worth its price.

    CPU time may stay unexplained for good: processes that live for less than a
    second, or those of other containers. A look that finds nothing makes the next
    one wait longer, unless clearly more is missing than was missing then.
    """

    def __init__(self) -> None:
        self._wait_s = 0.0
        self._last_at_s: float | None = None
        self._in_vain_cores = 0.0

    def is_worth_a_look(
        self, unexplained_cores: float, busy_cores: float, at_s: float
    ) -> bool:
        """Tell whether to look at every process now."""
        threshold_cores = _THRESHOLD_CORES + _BLUR_SHARE * busy_cores
        if unexplained_cores < threshold_cores:
            return False
        if unexplained_cores >= self._in_vain_cores + threshold_cores:
            return True
        return self._last_at_s is None or at_s >= self._last_at_s + self._wait_s

    def looked(self, unexplained_cores: float, found_cores: float, at_s: float) -> None:
        """Note what a look has found, of what was unexplained before it."""
        self._last_at_s = at_s
        if found_cores >= unexplained_cores / 2:
            self._wait_s = _FIRST_WAIT_S
            self._in_vain_cores = 0.0
        else:
            self._wait_s = min(_LONGEST_WAIT_S, max(_FIRST_WAIT_S, self._wait_s * 2))
            self._in_vain_cores = unexplained_cores
