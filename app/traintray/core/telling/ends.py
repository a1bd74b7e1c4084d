"""Runs that ended, told to whoever left them alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.diagnosis.verdict import Clear, Finding
from traintray.core.frame import Frame
from traintray.core.runs import outcome
from traintray.core.runs.live_run import CLEAR
from traintray.core.telling.deed import RunEnd, TellEnd, TellEnds
from traintray.core.telling.wishes import Wishes

FINISHED_AFTER_S = 600.0
"""A run of a few minutes is waited for at the terminal; for one of ten minutes a person
has turned to something else."""
DIED_AFTER_S = 120.0
"""What is wrong in the script or its data shows within the first two minutes, while
whoever started it still looks. What dies later dies unseen."""
FIRST_APART_S, LONGEST_APART_S = 300.0, 3600.0
"""Ends that follow each other faster, as in a sweep, are told together; the time
doubles while they go on."""
LATE_S = 120.0
"""After this time the hour of the end is part of what is told."""
_KEPT = 50
_BY_THE_USER = (outcome.INTERRUPTED, outcome.TERMINAL_CLOSED)
"""Ctrl+C and a closed terminal: whoever did that was there."""
_NO_NEWS = (outcome.UNWATCHED, outcome.RESTARTED, outcome.REGROUPED)
"""It ended at some time that nobody saw, or was no run of its own."""


class RunEnds:
    """Decides which ends are told, and keeps them until they may be."""

    def __init__(self) -> None:
        self._held: list[RunEnd] = []
        self._ended_at_s: dict[str, float] = {}
        """By identity of what is held: when it came, on the monotonic clock."""
        self._verdicts: dict[str, str] = {}
        """By run key, what was said of it last."""
        self._told_at_s = float("-inf")
        self._apart_s = FIRST_APART_S

    def watch(self, frame: Frame) -> None:
        """Note what is said of each run."""
        for view in frame.runs:
            if isinstance(view.verdict, Finding):
                self._verdicts[view.run.key] = view.verdict.kind
            elif isinstance(view.verdict, Clear):
                self._verdicts[view.run.key] = CLEAR

    def take(self, record: RunRecord, wishes: Wishes, at_s: float) -> None:
        """Take the last record of a run."""
        end = RunEnd(record, None)
        end = replace(end, last_verdict=self._verdicts.pop(end.run_key, None))
        if _is_worth_telling(end, wishes):
            self._held = [*self._held, end][-_KEPT:]
            self._ended_at_s[record.identity] = at_s

    def due(self, at_s: float, *, only_critical: bool) -> list[TellEnd | TellEnds]:
        """Return what is to be told now, if anything.

        `only_critical`: it is a time for nothing else.
        """
        ready = [e for e in self._held if e.is_critical or not only_critical]
        if not ready or at_s - self._told_at_s < self._apart_s:
            return []
        is_series = len(ready) > 1 or at_s - self._told_at_s < 2 * self._apart_s
        longer_s = min(2 * self._apart_s, LONGEST_APART_S)
        self._apart_s = longer_s if is_series else FIRST_APART_S
        self._told_at_s = at_s
        self._held = [end for end in self._held if end not in ready]
        told = tuple(self._aged(end, at_s) for end in ready)
        return [TellEnd(told[0]) if len(told) == 1 else TellEnds(told)]

    def runs(self) -> set[str]:
        """Return the runs of which something is known."""
        return set(self._verdicts)

    def forget(self, runs: Collection[str]) -> None:
        """Drop what was said of runs that have gone without an end being seen."""
        for key in self._verdicts.keys() & set(runs):
            del self._verdicts[key]

    def _aged(self, end: RunEnd, at_s: float) -> RunEnd:
        late_s = at_s - self._ended_at_s.pop(end.record.identity, at_s)
        return replace(end, late_s=max(0.0, late_s))


def _is_worth_telling(end: RunEnd, wishes: Wishes) -> bool:
    record = end.record
    if record.outcome is Outcome.RUNNING:
        return False
    if record.outcome_reason in (*_BY_THE_USER, *_NO_NEWS):
        return False
    if end.is_bad:
        return wishes.died and end.lasted_s >= DIED_AFTER_S
    return wishes.finished and end.lasted_s >= FINISHED_AFTER_S
