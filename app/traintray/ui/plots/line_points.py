"""Makes lines cheap to draw: leaves out points that nobody would see, and cuts
dashes, which Qt does at ten times the cost.
"""

from __future__ import annotations

import itertools

import numpy as np

from traintray.ui.plots.samples import Floats

Points = tuple[Floats, Floats]
"""x and y of the points of a line; NaN where it is interrupted."""
Pair = tuple[float, float]

_STEPS_PER_PIXEL = 4.0


def visible(points: Points, pixels_y: float) -> Points:
    """Return the line without the points inside its level stretches.

    `pixels_y` is how many pixels one unit of y is; what is left deviates by less
    than a quarter of a pixel. Memory, heat and idle CPUs are level most of the time.
    """
    x, y = points
    if len(y) < 3:
        return points
    level = np.rint(y * (pixels_y * _STEPS_PER_PIXEL))
    # Nothing equals NaN: the edges of a hole and the hole itself stay.
    moves = level[1:] != level[:-1]
    kept = np.ones(len(y), dtype=np.bool_)
    kept[1:-1] = moves[:-1] | moves[1:]
    return x[kept], y[kept]


def strokes(points: Points, pixels: Pair, dash: Pair) -> Points:
    """Return the strokes of a dashed line as pairs of points, begin and end.

    `pixels` is how many pixels one unit of x and of y are, so that strokes are
    equally long on the screen however steep the line is; `dash` holds the lengths
    of a stroke and of the gap after it, in pixels.
    """
    found_x: list[Floats] = []
    found_y: list[Floats] = []
    for part_x, part_y in _finite_parts(points):
        x, y = _strokes_of(part_x, part_y, pixels, dash)
        found_x.append(x)
        found_y.append(y)
    if not found_x:
        return np.empty(0), np.empty(0)
    return np.concatenate(found_x), np.concatenate(found_y)


def _finite_parts(points: Points) -> list[Points]:
    x, y = points
    finite = np.isfinite(y)
    if finite.all():
        return [(x, y)] if len(x) > 1 else []
    edges = np.flatnonzero(~finite)
    bounds = np.concatenate(([-1], edges, [len(y)]))
    return [
        (x[start + 1 : end], y[start + 1 : end])
        for start, end in itertools.pairwise(bounds)
        if end - start > 2
    ]


def _strokes_of(x: Floats, y: Floats, pixels: Pair, dash: Pair) -> Points:
    along = np.concatenate(
        ([0.0], np.cumsum(np.hypot(np.diff(x) * pixels[0], np.diff(y) * pixels[1])))
    )
    stroke, gap = dash
    period = stroke + gap
    begins = np.arange(0.0, along[-1], period)
    cuts = np.concatenate((along, begins, np.minimum(begins + stroke, along[-1])))
    cuts.sort()
    middle = (cuts[:-1] + cuts[1:]) / 2
    inked = (np.mod(middle, period) < stroke) & (np.diff(cuts) > 0)
    ends = np.empty(2 * int(inked.sum()))
    ends[0::2], ends[1::2] = cuts[:-1][inked], cuts[1:][inked]
    return np.interp(ends, along, x), np.interp(ends, along, y)
