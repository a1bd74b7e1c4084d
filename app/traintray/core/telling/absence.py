"""Which runs have gone for good, so that nothing need be kept of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from traintray.core.frame import Frame

FORGET_S = 600.0
"""A run that was in no frame for so long has gone. While the app pauses, and just after
the computer slept, runs that live are in no frame either."""


class OfRuns(Protocol):
    """What something is known of runs by."""

    def runs(self) -> set[str]:
        """Return the runs of which something is known."""

    def forget(self, runs: Collection[str]) -> None:
        """Drop what is known of these runs."""


class Absence:
    """Counts for how long runs are in no frame; all times on the monotonic clock."""

    def __init__(self) -> None:
        self._since_s: dict[str, float] = {}

    def update(
        self, known: Collection[str], here: Collection[str], at_s: float
    ) -> frozenset[str]:
        """Return those of the `known` runs that have gone; `here` are in the frame."""
        away = set(known) - set(here)
        self._since_s = {key: self._since_s.get(key, at_s) for key in away}
        gone = {k for k, since_s in self._since_s.items() if at_s - since_s > FORGET_S}
        for key in gone:
            del self._since_s[key]
        return frozenset(gone)

    def clear(self, memories: Sequence[OfRuns], frame: Frame) -> None:
        """Let each forget the runs that have gone: the app may run for months."""
        here = {view.run.key for view in frame.runs}
        here |= {gpu.uuid for gpu in frame.lost_gpus}  # a snooze may be about one
        known = {key for memory in memories for key in memory.runs()}
        gone = self.update(known, here, frame.at_s)
        for memory in memories if gone else ():
            memory.forget(gone)
