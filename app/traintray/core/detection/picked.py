"""The processes that a person picked to be watched, each until it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from traintray.core.readings import ProcessReading


@dataclass(slots=True)
class _Pick:
    started_ticks: int | None
    """When it started; None until the process was met, where it was not said."""
    is_met: bool = False


class Picked:
    """Remembers picks by pid and start, so that no later process inherits one."""

    def __init__(self) -> None:
        self._picks: dict[int, _Pick] = {}

    def __len__(self) -> int:
        return len(self._picks)

    def add(self, pid: int, started_ticks: int | None) -> None:
        """Pick a process. None: whichever has this number when it is met."""
        self._picks[pid] = _Pick(started_ticks)

    def there(self, processes: Mapping[int, ProcessReading]) -> list[int]:
        """Return the pids of those that live, and forget those that ended.

        One that was not met yet may be younger than the reading, so it is kept.
        """
        found = []
        for pid, pick in list(self._picks.items()):
            process = processes.get(pid)
            if process is None:
                if pick.is_met:
                    del self._picks[pid]
            elif pick.started_ticks in (None, process.started_ticks):
                pick.started_ticks, pick.is_met = process.started_ticks, True
                found.append(pid)
            else:
                del self._picks[pid]  # its number is another's now
        return found
