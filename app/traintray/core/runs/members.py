"""Watches the members of a run, to tell who died while it went on."""

from __future__ import annotations

from pathlib import Path

from traintray.core.detection.run import Role, TrainingRun
from traintray.core.runs.ends import Ends
from traintray.core.runs.outcome import is_bad
from traintray.core.runs.process_end import End, started_ticks

_WATCHED = (Role.RANK, Role.MAIN, Role.WORKER)
"""Ranks first: there are fewer descriptors than workers of a large loader."""
_LOOK_S = 5.0
"""How often members that could not be watched yet are tried again."""


class Members:
    """The ranks and workers of all runs."""

    def __init__(self, ends: Ends, root: Path) -> None:
        self._ends = ends
        self._root = root
        self._known: dict[int, tuple[str, Role, str]] = {}
        """By pid: the run's key, the role and the short name."""
        self._seen: dict[str, frozenset[int]] = {}
        self._due_s: dict[str, float] = {}

    def watch(self, run: TrainingRun, at_s: float) -> None:
        """Watch those that came since the last call; `at_s` is monotonic."""
        pids = frozenset(member.pid for member in run.members)
        due_s = self._due_s.get(run.key, 0.0)
        if pids == self._seen.get(run.key) and at_s < due_s:
            return
        self._seen[run.key] = pids
        self._due_s[run.key] = at_s + _LOOK_S
        for role in _WATCHED:
            for member in run.with_roles(role):
                if member.pid == run.root_pid:
                    continue
                if not self._ends.is_watched(member.pid):
                    ticks = started_ticks(member.pid, self._root)
                    if ticks is None:
                        continue
                    self._ends.watch(member.pid, ticks)
                # A worker looks like a rank while it imports: the last role counts.
                self._known[member.pid] = run.key, member.role, member.name

    def died(self, pid: int, end: End) -> tuple[str, Role] | None:
        """Return the run and role of a process that has ended badly; else None."""
        known = self._known.pop(pid, None)
        if known is None or not end.is_known or not is_bad(end, known[2]):
            return None
        return known[0], known[1]

    def forget(self, run_key: str) -> None:
        """Let go of the members of a run that has ended."""
        for pid in [p for p, known in self._known.items() if known[0] == run_key]:
            del self._known[pid]
            self._ends.forget(pid)
        self._seen.pop(run_key, None)
        self._due_s.pop(run_key, None)
