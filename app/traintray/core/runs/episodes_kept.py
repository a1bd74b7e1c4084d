"""Hands episodes to the archive: when they open, now and then, and when they end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from traintray.core.advice.told import parts
from traintray.core.archive.names import identity_of
from traintray.core.archive.records import EpisodeRecord
from traintray.core.diagnosis.verdict import Comparison, Finding
from traintray.core.frame import Episode, Frame, RunView

_SAVE_S = 30.0
"""How often an open episode is saved: its worst values change."""
_LOW_IS_WORSE = (Comparison.BELOW, Comparison.AT_MOST)

Worst = dict[str, tuple[float, float, str]]


class EpisodesKept:
    """Turns the episodes of frames into records."""

    def __init__(self) -> None:
        self._open: dict[int, EpisodeRecord] = {}
        """By the episode's number in this session."""
        self._saved_at_s: dict[int, float] = {}

    def update(self, frame: Frame, boot: str) -> Iterable[EpisodeRecord]:
        """Return the records to be saved after this round; `boot` names this boot."""
        found: list[EpisodeRecord] = []
        for view in frame.runs:
            if view.episode is not None:
                identity = identity_of(view.run.key, boot)
                record = self._noted(view, view.episode, frame, identity)
                if record is not None:
                    found.append(record)
        by_number = {episode.number: episode for episode in frame.episodes}
        for number in list(self._open):
            episode = by_number.get(number)
            if episode is None or episode.ended_at_s is not None:
                found.append(self._closed(number, episode, frame))
        return found

    def _noted(
        self, view: RunView, episode: Episode, frame: Frame, identity: str
    ) -> EpisodeRecord | None:
        before = self._open.get(episode.number)
        to_wall_s = frame.wall_s - frame.at_s
        record = EpisodeRecord(
            run_identity=identity,
            run_name=view.run.name,
            kind=episode.kind,
            severity=episode.severity.value,
            # Once told it stays: the clock may be set meanwhile, and it is the key.
            onset_at_s=before.onset_at_s if before else episode.onset_at_s + to_wall_s,
            noticed_at_s=(
                before.noticed_at_s if before else episode.noticed_at_s + to_wall_s
            ),
            ended_at_s=None,
            last_seen_at_s=frame.wall_s,
            evidence=_worse(dict(before.evidence) if before else {}, view),
            headline=view.advice.headline if view.advice else "",
            told=parts(view.advice) if view.advice else {},
        )
        self._open[episode.number] = record
        saved_at_s = self._saved_at_s.get(episode.number, float("-inf"))
        if frame.at_s - saved_at_s < _SAVE_S:
            return None
        self._saved_at_s[episode.number] = frame.at_s
        return record

    def _closed(
        self, number: int, episode: Episode | None, frame: Frame
    ) -> EpisodeRecord:
        record = self._open.pop(number)
        self._saved_at_s.pop(number, None)
        ended_at_s = record.last_seen_at_s
        if episode is not None and episode.ended_at_s is not None:
            ended_at_s = frame.wall_s - (frame.at_s - episode.ended_at_s)
        return replace(record, ended_at_s=max(ended_at_s, record.onset_at_s))


def _worse(worst: Worst, view: RunView) -> Worst:
    """Return the evidence with each value where it was farthest on the bad side."""
    if isinstance(view.verdict, Finding):
        for one in view.verdict.evidence:
            value, before = one.measured, worst.get(one.key)
            if before is not None:
                low = one.comparison in _LOW_IS_WORSE
                value = min(value, before[0]) if low else max(value, before[0])
            worst[one.key] = value, one.threshold, one.unit.value
    return worst
