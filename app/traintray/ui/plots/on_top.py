"""Who used the CPU most at a moment of the last minutes, for the crosshair.

The samples do not say it; a few names a second are cheap to keep.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame
from traintray.ui import format as fmt
from traintray.ui.plots.timeline import RECENT_S

translate = QCoreApplication.translate

_MOST = 3
_LEAST_CORES = 0.1
_NEAR_S = 2.5
"""A moment without a round of its own has the names of one that is so near."""

Use = tuple[str, float]
"""A name, and how many cores it used."""


class OnTop:
    """Remembers the largest users of each round of the last five minutes."""

    def __init__(self) -> None:
        self._rounds: deque[tuple[float, tuple[Use, ...]]] = deque()

    def note(self, frame: Frame) -> None:
        """Take note of a frame."""
        uses = [
            (view.run.name, sum(each.cpu_cores or 0.0 for each in view.run.members))
            for view in frame.runs
        ]
        uses += [(other.name, other.cpu_cores) for other in frame.others]
        largest = sorted(uses, key=lambda use: -use[1])[:_MOST]
        kept = tuple(use for use in largest if use[1] >= _LEAST_CORES)
        self._rounds.append((frame.at_s, kept))
        while self._rounds and frame.at_s - self._rounds[0][0] > RECENT_S + _NEAR_S:
            self._rounds.popleft()

    def at(self, at_s: float) -> tuple[str, ...]:
        """Return who was on top, the largest first: `train.py 31 cores`. Nothing where
        nobody was, or the moment is not remembered.
        """
        nearest = min(self._rounds, key=lambda r: abs(r[0] - at_s), default=None)
        if nearest is None or abs(nearest[0] - at_s) > _NEAR_S:
            return ()
        text = translate("Live", "{name} {cores}\u00a0cores")
        return tuple(
            text.format(name=name, cores=fmt.cores(cores)) for name, cores in nearest[1]
        )
