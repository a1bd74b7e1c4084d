"""Estimates demand where the scheduler's counters cannot be read.

`schedstat` is missing from kernels built without CONFIG_SCHED_INFO and hidden by some
sandboxes. What is left is the state of each thread: R means running *or* waiting for a
CPU, so the mean number of threads found in R is the demand, at the price of more noise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from traintray.core.sensors.descriptors import read_once
from traintray.core.sensors.process_row import TICKS_PER_S
from traintray.core.sensors.thread_times import BUSY_SHARE, ThreadTimes

_STAT_BYTES = 512
_SAMPLES = 5
"""Looks that are averaged. One look at a thread that wants a CPU half of the time says
0 or 1; the mean of five strays by 0.22, and by less for several threads together."""
_STATE, _USER, _SYSTEM = 0, 11, 12


class ThreadStates:
    """The threads below one open `task` folder, by their states and clock ticks."""

    def __init__(self, task_fd: int, main_tid: str) -> None:
        self._task_fd = task_fd
        self._main_tid = main_tid
        self._ticks: dict[str, int] = {}
        self._runnable: deque[int] = deque(maxlen=_SAMPLES)

    @property
    def has_seen(self) -> bool:
        """Whether a look has succeeded, so that the next one can be compared."""
        return bool(self._ticks)

    def reset(self) -> None:
        """Forget what was seen: what is to come has nothing to compare with."""
        self._ticks.clear()
        self._runnable.clear()

    def sample(self, tids: Iterable[str], elapsed_s: float) -> ThreadTimes | None:
        """Look at each thread; None at the first look, or when none can be read."""
        times, is_first = ThreadTimes(), not self._ticks
        ticks: dict[str, int] = {}
        runnable = 0
        for tid in tids:
            seen = self._look(tid)
            if seen is None:
                continue
            name, is_runnable, ticks[tid] = seen
            runnable += is_runnable
            ran = max(0, ticks[tid] - self._ticks.get(tid, 0)) / TICKS_PER_S
            ran_s = min(ran, elapsed_s)
            times.note(name, ran_s, max(ran_s, elapsed_s * is_runnable))
            times.busy_threads += ran_s > BUSY_SHARE * elapsed_s
            if tid == self._main_tid:
                times.main_ran_s = ran_s
        self._ticks = ticks
        if is_first or not ticks:
            return None
        self._runnable.append(runnable)
        mean = sum(self._runnable) / len(self._runnable)
        # What ran was wanted, whatever the samples have missed.
        times.wanted_s = max(times.ran_s, mean * elapsed_s)
        return times

    def _look(self, tid: str) -> tuple[str, bool, int] | None:
        """Return the name, whether it runs or waits for a CPU, and its clock ticks."""
        try:
            raw = read_once(f"{tid}/stat", _STAT_BYTES, self._task_fd)
            end = raw.rindex(b")")
            fields = raw[end + 2 :].split(None, _SYSTEM + 1)
            name = raw[raw.index(b"(") + 1 : end].decode("utf-8", "replace")
            ticks = int(fields[_USER]) + int(fields[_SYSTEM])
            return name, fields[_STATE] == b"R", ticks
        except (OSError, ValueError, IndexError):
            return None
