"""Findings that stand in a frame, as far as they may be told."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.advice.advice import Advice
from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Frame
from traintray.core.telling.repeats import Topic


@dataclass(frozen=True, slots=True)
class Standing:
    """An open episode with its advice."""

    run_key: str
    number: int
    """Of the episode."""
    advice: Advice

    @property
    def is_critical(self) -> bool:
        """Whether it is told at once, whatever the hour."""
        return self.advice.severity is Severity.CRITICAL

    @property
    def topic(self) -> Topic:
        """What is remembered of it. A finding that turns critical is news."""
        loud = " critical" if self.is_critical else ""
        return self.run_key, self.advice.kind + loud

    @property
    def mark(self) -> tuple[int, bool]:
        """What it is settled by."""
        return self.number, self.is_critical

    @property
    def settles(self) -> set[tuple[int, bool]]:
        """What need not be told once this is: one that calms down is no news."""
        return {self.mark, (self.number, False)}


def standing(frame: Frame) -> list[Standing]:
    """Return what stands in a frame, the busiest run first."""
    return [
        Standing(view.run.key, view.episode.number, view.advice)
        for view in frame.runs
        if view.advice is not None and view.episode is not None
    ]


def open_episodes(frame: Frame) -> set[int]:
    """Return the numbers of the episodes that are not over. While the app pauses, no
    run is in the frame and yet none has ended.
    """
    shown = {found.number for found in standing(frame)}
    return shown | {e.number for e in frame.episodes if e.ended_at_s is None}
