"""Which advice there is to read: the open ones and those that ended lately."""

from __future__ import annotations

from dataclasses import dataclass, replace

from traintray.core.advice.advice import Advice
from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.verdict import Verdict
from traintray.core.frame import Episode, Frame, RunView, State

KEPT_AFTER_END_S = 3600.0
"""How long an advice stays readable after its episode ended."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One run with what there is to read about it."""

    run: TrainingRun
    verdict: Verdict | None
    """None once the run itself has ended."""
    advice: Advice | None
    """The open one, or the last one of a run whose episode ended."""
    onset_at_s: float | None
    """When its condition began, on the monotonic clock."""
    ended_at_s: float | None
    """When its episode ended; None while it is open, and without an advice."""

    @property
    def is_open(self) -> bool:
        """Whether the advice still holds."""
        return self.advice is not None and self.ended_at_s is None


class AdviceMemory:
    """Keeps the last advice of each run, so that it can be read after it ended."""

    def __init__(self) -> None:
        self._kept: dict[str, Entry] = {}

    def update(self, frame: Frame) -> tuple[Entry, ...]:
        """Take a frame; return running runs in its order, then ended ones with an
        advice, the newest first.

        While watching is paused nothing is known to have ended: all stays.
        """
        if frame.state is State.PAUSED:
            return tuple(self._kept.values())
        running = {view.run.key: view for view in frame.runs}
        live = tuple(self._live(view, frame) for view in frame.runs)
        gone = [
            self._ended(entry, frame)
            for key, entry in self._kept.items()
            if key not in running and entry.advice is not None
        ]
        gone.sort(key=lambda entry: -(entry.ended_at_s or 0.0))
        entries = live + tuple(
            entry
            for entry in gone
            if frame.at_s - (entry.ended_at_s or 0.0) <= KEPT_AFTER_END_S
        )
        self._kept = {entry.run.key: entry for entry in entries}
        return entries

    def _live(self, view: RunView, frame: Frame) -> Entry:
        if view.advice is not None:
            onset_at_s = view.episode.onset_at_s if view.episode else None
            return Entry(view.run, view.verdict, view.advice, onset_at_s, None)
        kept = self._kept.get(view.run.key)
        if kept is None or kept.advice is None:
            return Entry(view.run, view.verdict, None, None, None)
        ended = self._ended(kept, frame)
        if frame.at_s - (ended.ended_at_s or 0.0) > KEPT_AFTER_END_S:
            return Entry(view.run, view.verdict, None, None, None)
        return replace(ended, run=view.run, verdict=view.verdict)

    @staticmethod
    def _ended(entry: Entry, frame: Frame) -> Entry:
        """Mark an advice as ended when its episode did, or now."""
        ended_at_s = entry.ended_at_s
        if ended_at_s is None:
            ended_at_s = _end_of(entry, frame.episodes)
        if ended_at_s is None:
            ended_at_s = frame.at_s
        return replace(entry, verdict=None, ended_at_s=ended_at_s)


def _end_of(entry: Entry, episodes: tuple[Episode, ...]) -> float | None:
    kind = entry.advice.kind if entry.advice else None
    for episode in reversed(episodes):
        if (episode.run_key, episode.kind) == (entry.run.key, kind):
            return episode.ended_at_s
    return None


def choose(
    entries: tuple[Entry, ...], wanted_key: str | None, shown_key: str | None
) -> Entry | None:
    """Say which run to show: the one asked for, or what needs reading most.

    `shown_key` is the one on the screen: it stays unless it has nothing open and
    another one has, so that the page does not change under the reader's eyes.
    """
    by_key = {entry.run.key: entry for entry in entries}
    if wanted_key in by_key:
        return by_key[wanted_key]
    shown = by_key.get(shown_key) if shown_key is not None else None
    if shown is not None and shown.is_open:
        return shown
    for entry in entries:
        if entry.is_open:
            return entry
    if shown is not None and shown.advice is not None:
        return shown
    with_advice = (entry for entry in entries if entry.advice is not None)
    return next(with_advice, entries[0] if entries else None)
