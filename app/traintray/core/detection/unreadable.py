"""Busy Python processes that may not be looked into: another user's, mostly."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.naming import run_name
from traintray.core.detection.serving import is_no_training
from traintray.core.detection.world import Table

_REMEMBER_S = 10.0
"""A process that was busy within this time counts: a run may pause for a moment."""


@dataclass(frozen=True, slots=True)
class UnreadableProcess:
    """A program that may be a training run, for all that can be told."""

    pid: int
    name: str
    """The script or module that it runs, which everybody may read; the kernel's short
    name where even that is hidden. Not trusted text."""
    owner_uid: int | None
    """Number of the user it belongs to.  `ps -o uid`"""
    cpu_cores: float | None
    """Logical CPUs that it used when it was last seen busy."""


class Unreadables:
    """Remembers them for a while after they were busy."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self._seen: dict[int, tuple[float, UnreadableProcess]] = {}

    def update(self, table: Table, at_s: float) -> None:
        """Take one reading of the process table, after the candidates did."""
        for pid in table.ended:
            self._seen.pop(pid, None)
        for process in self._candidates.unreadable(table):
            facts = self._candidates.facts(process, at_s)
            command = facts.command if facts else ()
            if is_no_training(command):
                continue  # it installs, tests or serves, whatever it has mapped
            found = UnreadableProcess(
                process.pid,
                run_name(command) if command else process.name,
                facts.owner_uid if facts else None,
                process.cpu_cores,
            )
            self._seen[process.pid] = at_s, found
        self._seen = {
            pid: (seen_at_s, found)
            for pid, (seen_at_s, found) in self._seen.items()
            if at_s - seen_at_s <= _REMEMBER_S
        }

    @property
    def now(self) -> tuple[UnreadableProcess, ...]:
        """Return them, the busiest first."""
        found = [process for _, process in self._seen.values()]
        return tuple(sorted(found, key=lambda p: -(p.cpu_cores or 0.0)))
