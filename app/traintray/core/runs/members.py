"""Watches the members of a run, to tell who died while it went on."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.runs.ends import Ends
from traintray.core.runs.outcome import is_bad
from traintray.core.runs.process_end import End, started_ticks

_WATCHED = (Role.RANK, Role.MAIN, Role.WORKER)
"""Ranks first: there are fewer descriptors than workers of a large loader."""
_LOOK_S = 5.0
"""How often members that could not be watched yet are tried again."""


@dataclass
class _Run:
    """What is remembered of the members of one run."""

    pids: frozenset[int] = frozenset()
    due_s: float = 0.0
    known: dict[int, tuple[int, Role, str]] = field(default_factory=dict)
    """By pid: started ticks, role and short name of those that are watched."""
    ended: set[tuple[int, int]] = field(default_factory=set)
    """Pid and started ticks of those that ended: a zombie stays a member until its
    parent takes its exit status, and is not to end once more."""


class Members:
    """The ranks and workers of all runs."""

    def __init__(self, ends: Ends, root: Path) -> None:
        self._ends = ends
        self._root = root
        self._runs: dict[str, _Run] = {}

    def watch(self, run: TrainingRun, at_s: float) -> None:
        """Watch those that came since the last call; `at_s` is monotonic."""
        mine = self._runs.setdefault(run.key, _Run())
        pids = frozenset(member.pid for member in run.members)
        if pids == mine.pids and at_s < mine.due_s:
            return
        mine.pids, mine.due_s = pids, at_s + _LOOK_S
        mine.ended = {one for one in mine.ended if one[0] in pids}
        for role in _WATCHED:
            for member in run.with_roles(role):
                if member.pid != run.root_pid:
                    self._watch(member, mine)

    def _watch(self, member: Member, mine: _Run) -> None:
        known = mine.known.get(member.pid)
        ticks = known[0] if known else started_ticks(member.pid, self._root)
        if ticks is None or (member.pid, ticks) in mine.ended:
            return
        if known is None:
            self._ends.watch(member.pid, ticks)
            if not self._ends.is_watched(member.pid):
                return
        # A worker looks like a rank while it imports: the last role counts.
        mine.known[member.pid] = ticks, member.role, member.name

    def died(self, pid: int, end: End) -> tuple[str, Role] | None:
        """Return the run and role of a process that has ended badly; else None."""
        for key, mine in self._runs.items():
            known = mine.known.pop(pid, None)
            if known is not None:
                ticks, role, name = known
                mine.ended.add((pid, ticks))
                is_death = end.is_known and is_bad(end, name)
                return (key, role) if is_death else None
        return None

    def forget(self, run_key: str) -> None:
        """Let go of the members of a run that has ended."""
        mine = self._runs.pop(run_key, None)
        for pid in mine.known if mine is not None else ():
            self._ends.forget(pid)
