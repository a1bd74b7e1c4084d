"""Which instant the crosshair stands on: it follows the mouse, or the keyboard."""

from __future__ import annotations

import numpy as np

from traintray.ui.plots.samples import Floats
from traintray.ui.plots.timeline import Timeline


class Crosshair:
    """Holds a place. From the mouse it keeps its pixel while time goes by, from the
    keyboard its sample.
    """

    def __init__(self) -> None:
        self._x: float | None = None
        self._at_s: float | None = None

    @property
    def visible(self) -> bool:
        """Whether it is shown."""
        return self._x is not None or self._at_s is not None

    def hide(self) -> None:
        """Take it away."""
        self._x = self._at_s = None

    def leave(self) -> None:
        """Forget the mouse, which is gone; a place chosen by keyboard stays."""
        self._x = None

    def follow(self, x: float, timeline: Timeline) -> None:
        """Stand where the mouse is; outside the axis there is nothing to show."""
        self._at_s = None
        self._x = x if timeline.left <= x <= timeline.right else None

    def step(self, count: int, timeline: Timeline, times: Floats) -> None:
        """Move by `count` samples; from nowhere, start at the latest one."""
        seen = times[times >= timeline.start_s]
        if not len(seen):
            return
        here_s = self.at_s(timeline, times)
        index = len(seen) - 1
        if here_s is not None:
            index = int(np.argmin(np.abs(seen - here_s))) + count
        self._x = None
        self._at_s = float(seen[max(0, min(len(seen) - 1, index))])

    def at_s(self, timeline: Timeline, times: Floats) -> float | None:
        """Return the instant it stands on: that of a sample, where there is one.

        None when it is hidden or has left the axis.
        """
        if self._at_s is not None:
            inside = self._at_s >= timeline.start_s
            return self._at_s if inside else None
        if self._x is None:
            return None
        at_s = timeline.at_s(self._x)
        if not len(times):
            return at_s
        nearest_s = float(times[int(np.argmin(np.abs(times - at_s)))])
        pixel_s = timeline.span_s / max(1.0, timeline.right - timeline.left)
        # Between two samples it jumps to the nearer one; in a hole it goes on.
        reach_s = max(1.25 * timeline.period_s, pixel_s)
        return nearest_s if abs(nearest_s - at_s) <= reach_s else at_s
