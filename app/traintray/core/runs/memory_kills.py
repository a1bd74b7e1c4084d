"""Whether the kernel has killed a process for want of memory.

`memory.events` (v2) and `memory.oom_control` (v1) of a control group count the kills
in it, `/proc/vmstat` those of the whole machine.
"""

from __future__ import annotations

from pathlib import Path

from traintray.core.sensors.cgroups import groups_of

_MACHINE = "proc/vmstat"
_LATELY_S = 15.0
"""A process is counted as it is killed, and gone when its memory was given back: some
seconds later when it had much."""

Counts = dict[Path, int]


class MemoryKills:
    """Counts kills around one process, from when it is made."""

    def __init__(self, pid: int, root: Path = Path("/")) -> None:
        groups = groups_of(pid, "memory", root)
        self._files = [
            g.folder / ("memory.events" if g.is_v2 else "memory.oom_control")
            for g in groups
        ]
        # v1 counts a kill in the group of the process alone, v2 in those above too.
        if groups and not groups[-1].is_v2:
            self._files = self._files[-1:]
        self._machine = root / _MACHINE
        self._before = self._counts()
        self._rose_at_s: float | None = None

    def look(self, at_s: float) -> None:
        """Note whether the kernel killed since the last look; call it now and then.

        `at_s` is the monotonic clock.
        """
        before, self._before = self._before, self._counts()
        if self._has_risen(before, self._before):
            self._rose_at_s = at_s

    def rose_lately(self, at_s: float) -> bool:
        """Look, and tell whether the kernel killed within the last seconds."""
        self.look(at_s)
        return self._rose_at_s is not None and at_s - self._rose_at_s <= _LATELY_S

    def _has_risen(self, before: Counts, now: Counts) -> bool:
        """Compare counts. The group nearest to the process decides; that of a container
        may be gone with it, then one above it does, in the end the machine's count.
        """
        for path in (*reversed(self._files), self._machine):
            if path in before and path in now:
                return now[path] > before[path]
        return False

    def _counts(self) -> Counts:
        found: Counts = {}
        for path in (*self._files, self._machine):
            number = _oom_kills(path)
            if number is not None:
                found[path] = number
        return found


def _oom_kills(path: Path) -> int | None:
    """Return the number in the line `oom_kill N`; None where there is none."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    for line in raw.splitlines():
        name, _, number = line.partition(b" ")
        if name == b"oom_kill" and number.strip().isdigit():
            return int(number)
    return None
