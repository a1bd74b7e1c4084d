"""Gives each run its progress, without the sampling thread waiting for a disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from traintray.core.detection.aside import Job, aside
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.progress.progress import NOT_LOOKED, Absent, Progress

if TYPE_CHECKING:
    from traintray.core.progress.watch import ProgressWatch

_PERIOD_S = 5.0
_WRITERS = (Role.MAIN, Role.RANK, Role.LAUNCHER)
"""Who may write logs. A forked loader worker only inherits them."""


class RunProgress:
    """Looks at all runs every few seconds, one job at a time."""

    def __init__(
        self,
        watch: Callable[[], ProgressWatch],
        start: Callable[[Job], Callable[[], bool]] = aside,
    ) -> None:
        self._watch = watch
        self._start = start
        self._watches: dict[str, ProgressWatch] = {}
        self._told: dict[str, Progress | Absent] = {}
        self._is_done: Callable[[], bool] = lambda: True
        self._due_s = float("-inf")

    def update(
        self, runs: Sequence[TrainingRun], at_s: float
    ) -> tuple[TrainingRun, ...]:
        """Return the runs with what was found at the last look."""
        if runs and at_s >= self._due_s and self._is_done():
            self._due_s = at_s + _PERIOD_S
            pids = {run.key: _writers(run) for run in runs}
            self._is_done = self._start(lambda: self._look(pids, at_s))
        return tuple(
            replace(run, progress=self._told.get(run.key, NOT_LOOKED)) for run in runs
        )

    def _look(self, pids: dict[str, list[int]], at_s: float) -> None:
        for key in self._watches.keys() - pids.keys():
            del self._watches[key]
        told = {}
        for key, writers in pids.items():
            watch = self._watches.get(key) or self._watch()
            self._watches[key] = watch
            told[key] = watch.update(writers, at_s)
        self._told = told


def _writers(run: TrainingRun) -> list[int]:
    found = [m.pid for m in run.members if m.role in _WRITERS and m.pid != run.root_pid]
    return [run.root_pid, *found]


def progress_figures(run: TrainingRun) -> dict[str, float | None]:
    """Return the speed and the step of a run, None when no source tells them."""
    progress = run.progress
    if not isinstance(progress, Progress):
        return {"steps_per_s": None, "step": None}
    step = progress.step
    return {
        "steps_per_s": progress.steps_per_s,
        "step": None if step is None else float(step),
    }
