"""Keeps the stretches of time in which a finding held."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Episode

_KEPT_S = 3600.0


class Told(Protocol):
    """What an episode keeps of the advice that goes with it."""

    @property
    def kind(self) -> str:
        """Identifier of the finding."""
        ...

    @property
    def chip(self) -> str:
        """What the finding is called."""
        ...

    @property
    def severity(self) -> Severity:
        """How loudly it is told."""
        ...


class EpisodeLog:
    """Opens an episode when a finding appears, ends it when it is gone."""

    def __init__(self) -> None:
        self._episodes: list[Episode] = []
        self._last_number = 0

    def note(
        self, run_key: str, run_name: str, told: Told, onset_at_s: float, at_s: float
    ) -> Episode:
        """Return the open episode of this finding, opening one if there is none."""
        for episode in self._episodes:
            if (
                episode.ended_at_s is None
                and episode.run_key == run_key
                and episode.kind == told.kind
            ):
                return episode
        self._last_number += 1
        opened = Episode(
            self._last_number,
            run_key,
            run_name,
            told.kind,
            told.chip,
            told.severity,
            onset_at_s,
            at_s,
            None,
        )
        self._episodes.append(opened)
        return opened

    def end_others(self, standing: set[int], at_s: float) -> None:
        """End every open episode whose number is not in `standing`."""
        self._episodes = [
            replace(e, ended_at_s=at_s)
            if e.ended_at_s is None and e.number not in standing
            else e
            for e in self._episodes
            if e.ended_at_s is None or e.ended_at_s > at_s - _KEPT_S
        ]

    def all(self) -> tuple[Episode, ...]:
        """Return open and ended episodes of the last hour, oldest first."""
        return tuple(self._episodes)
