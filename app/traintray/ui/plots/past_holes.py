"""Why nothing was sampled in a long stretch of time: off, paused, or not watched."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from traintray.ui import format as fmt
from traintray.ui.plots.past import Band, Grid
from traintray.ui.plots.samples import Span

translate = QCoreApplication.translate

_CLOCKS_DIFFER_S = 60.0
"""What the two clocks may differ by while the computer was on all the time: the network
sets one of them now and then."""
_EDGES = 1.1
"""And so many columns: each edge of a hole is known to half a column."""


def slept_s(uptime: Band, grid: Grid, hole: Span) -> float | None:
    """Return how long the computer was off or asleep in a hole, in seconds.

    0 when it was on all the time; None when the archive cannot tell. The uptime goes
    on while the computer is on, stands still while it is suspended, and begins at 0
    after a start.
    """
    middles = grid.middles
    known = np.isfinite(uptime.mean)
    before = np.flatnonzero(known & (middles <= hole.start_s + grid.column_s))
    after = np.flatnonzero(known & (middles >= hole.end_s - grid.column_s))
    if not len(before) or not len(after) or before[-1] >= after[0]:
        return None
    last, first = before[-1], after[0]
    apart_s = middles[first] - middles[last]
    # Less than nothing where the computer was started anew in between.
    awake_s = uptime.mean[first] - uptime.mean[last]
    off_s = apart_s - awake_s
    least_s = max(_CLOCKS_DIFFER_S, _EDGES * grid.column_s)
    return float(min(off_s, hole.length_s)) if off_s > least_s else 0.0


def hole_name(hole: Span, off_s: float | None, paused: bool) -> str:
    """Say what a hole was, in the words of the design."""
    if off_s:
        text = translate("Live", "computer off {length}")
        return text.format(length=fmt.duration(_rounded(off_s)))
    if paused:
        return translate("Live", "paused")
    if off_s is None:
        text = translate("Live", "no data {length}")
    else:
        text = translate("Live", "not watched {length}")
    return text.format(length=fmt.duration(_rounded(hole.length_s)))


def _rounded(length_s: float) -> float:
    """Leave the seconds out where minutes say enough."""
    return length_s if length_s < 600 else round(length_s / 60) * 60
