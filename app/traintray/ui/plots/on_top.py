"""Who used the CPU most at a moment, for the crosshair.

The samples do not say it; a few names are cheap to keep: each round of the last
minutes, and means of ten seconds and of three minutes for the hours before, as the
graphs of those have.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame
from traintray.ui import format as fmt
from traintray.ui.plots.timeline import RECENT_S

translate = QCoreApplication.translate

_MOST = 3
_LEAST_CORES = 0.1
_NEAR_S = 2.5
"""A moment without a round of its own has the names of one that is so near."""
_MEANS = ((3600.0, 10.0), (86400.0, 180.0))
"""How far back means reach, and how long each is: the columns of the graphs."""

Use = tuple[str, float]
"""A name, and how many cores it used."""


@dataclass(slots=True)
class _Means:
    """The largest users of each stretch of `each_s`, back to `kept_s` ago."""

    kept_s: float
    each_s: float
    told: deque[tuple[float, tuple[Use, ...]]] = field(default_factory=deque)
    """By the middle of each stretch."""
    since_s: float = float("-inf")
    sums: dict[str, float] = field(default_factory=dict)
    rounds: int = 0

    def note(self, at_s: float, uses: tuple[Use, ...]) -> None:
        """Take a round; a stretch that is over is summed up."""
        if at_s - self.since_s >= self.each_s:
            self._sum_up()
            self.since_s = at_s
        self.rounds += 1
        for name, cores in uses:
            self.sums[name] = self.sums.get(name, 0.0) + cores
        while self.told and at_s - self.told[0][0] > self.kept_s:
            self.told.popleft()

    def _sum_up(self) -> None:
        if self.rounds:
            means = [(name, total / self.rounds) for name, total in self.sums.items()]
            self.told.append((self.since_s + self.each_s / 2, _largest(means)))
        self.sums, self.rounds = {}, 0


class OnTop:
    """Remembers the largest users of the last five minutes, hour and day."""

    def __init__(self) -> None:
        self._rounds: deque[tuple[float, tuple[Use, ...]]] = deque()
        self._means = tuple(_Means(*each) for each in _MEANS)

    def note(self, frame: Frame) -> None:
        """Take note of a frame."""
        uses = [
            (view.run.name, sum(each.cpu_cores or 0.0 for each in view.run.members))
            for view in frame.runs
        ]
        uses += [(other.name, other.cpu_cores) for other in frame.others]
        kept = _largest(uses)
        self._rounds.append((frame.at_s, kept))
        while self._rounds and frame.at_s - self._rounds[0][0] > RECENT_S + _NEAR_S:
            self._rounds.popleft()
        for means in self._means:
            means.note(frame.at_s, kept)

    def at(self, at_s: float, span_s: float = RECENT_S) -> tuple[str, ...]:
        """Return who was on top at a moment of a graph of `span_s`, the largest first:
        `train.py 31 cores`. Nothing where nobody was, or it is not remembered.
        """
        told, near_s = self._rounds, _NEAR_S
        if span_s > RECENT_S:
            means = next(each for each in self._means if each.kept_s >= span_s)
            told, near_s = means.told, means.each_s
        nearest = min(told, key=lambda each: abs(each[0] - at_s), default=None)
        if nearest is None or abs(nearest[0] - at_s) > near_s:
            return ()
        text = translate("Live", "{name} {cores}\u00a0cores")
        return tuple(
            text.format(name=name, cores=fmt.cores(cores)) for name, cores in nearest[1]
        )


def _largest(uses: list[Use]) -> tuple[Use, ...]:
    found = sorted(uses, key=lambda use: -use[1])[:_MOST]
    return tuple(use for use in found if use[1] >= _LEAST_CORES)
