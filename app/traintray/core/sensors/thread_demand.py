"""How much CPU one thread wanted, from what the scheduler counted for it."""

from __future__ import annotations

# The clock says when a round began; a thread may have been read a little later.
_JITTER = 1.1
_LONGEST_BACKLOG_S = 10.0


class ThreadDemand:
    """Turns `schedstat` of one thread into the time it ran and the time it wanted.

    The kernel adds a wait in the run queue only when the thread is scheduled in at
    last: one that waited for 3 s shows nothing for 3 s and then 3 s at once. A
    thread cannot want more than one CPU, so at most the interval itself is counted,
    and what is left over is counted in the following intervals: late, but not lost.
    No wait can be longer than the time since the counters last moved; what exceeds
    that, the kernel's clocks have made up. After 10 s what is left is history.
    """

    __slots__ = ("_backlog_s", "_moved_at_s", "_raw", "_run_ns", "_wait_ns", "slices")

    def __init__(self, since_s: float) -> None:
        """`since_s` is a time at which the thread had not run yet."""
        self._raw = b""
        self._run_ns = 0
        self._wait_ns = 0
        self.slices = 0
        """How often it was scheduled in."""
        self._moved_at_s = since_s
        self._backlog_s = 0.0

    @property
    def ran_so_far_s(self) -> float:
        """For how long the thread has run in its life, as of the last counters."""
        return self._run_ns / 1e9

    def start_from(self, raw: bytes, at_s: float) -> None:
        """Take counters of a thread that is older than we know it. ValueError."""
        self._take(raw)
        self._moved_at_s = at_s
        self._backlog_s = 0.0

    def update(self, raw: bytes, at_s: float, elapsed_s: float) -> tuple[float, float]:
        """Take new counters; return for how long it ran and how long it wanted to.

        Both in seconds, of `elapsed_s` at most. ValueError if it is not `schedstat`.
        """
        if raw == self._raw and not self._backlog_s:
            return 0.0, 0.0
        run_s = waited_s = 0.0
        if raw != self._raw:
            run_ns, wait_ns = self._run_ns, self._wait_ns
            self._take(raw)
            run_s = max(0, self._run_ns - run_ns) / 1e9
            waited_s = max(0, self._wait_ns - wait_ns) / 1e9
            longest_s = (at_s - self._moved_at_s) * _JITTER
            self._moved_at_s = at_s
            run_s = min(run_s, longest_s)
            waited_s = min(waited_s, longest_s - run_s)
        wanted_s = run_s + waited_s + self._backlog_s
        counted_s = min(wanted_s, elapsed_s)
        self._backlog_s = min(wanted_s - counted_s, _LONGEST_BACKLOG_S)
        return min(run_s, elapsed_s), counted_s

    def _take(self, raw: bytes) -> None:
        run_ns, wait_ns, slices = raw.split()
        self._run_ns, self._wait_ns = int(run_ns), int(wait_ns)
        self.slices = int(slices)
        self._raw = raw
