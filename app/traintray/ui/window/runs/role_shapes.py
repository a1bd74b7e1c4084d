"""Where the curves of a run's graphs run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from traintray.core.memory_units import units
from traintray.ui.window.runs.role_past import RolePast, nice_top

AHEAD = 0.25
"""Part of the width that a projection gets."""
_GAPS = 2.5
"""So many times the usual step between two samples are a hole."""


def plus(one: float, other: float) -> float:
    """Return the sum, where a hole adds nothing."""
    return one + (0.0 if math.isnan(other) else other)


def top_gib(past: RolePast) -> float:
    """Return the top of the scale of memory that shows all of it, in GiB or GB."""
    known = [v for v in (*past.main_bytes, *past.worker_bytes) if not math.isnan(v)]
    largest = max(known, default=0.0)
    if past.projection is not None:
        span_s = (past.until_s - past.since_s) * AHEAD / (1 - AHEAD)
        largest += past.projection.bytes_per_s * span_s
    return nice_top(largest / units().giga)


def x_of(past: RolePast, box: QRectF, at_s: float) -> float:
    """Return where a time stands."""
    span_s = max(past.until_s - past.since_s, 1e-9)
    width = box.width() * (1 - AHEAD if past.projection is not None else 1.0)
    return box.left() + width * (at_s - past.since_s) / span_s


def _usual_s(times: Sequence[float]) -> float:
    steps = sorted(b - a for a, b in itertools.pairwise(times))
    return steps[len(steps) // 2] if steps else 1.0


def _stretches(past: RolePast, values: Sequence[float]) -> list[list[int]]:
    """Return the places of samples that belong together: a hole divides them."""
    times, usual_s = past.times_s, _usual_s(past.times_s)
    found: list[list[int]] = [[]]
    for at, value in enumerate(values):
        is_late = bool(found[-1]) and times[at] - times[found[-1][-1]] > _GAPS * usual_s
        if (math.isnan(value) or is_late) and found[-1]:
            found.append([])
        if not math.isnan(value):
            found[-1].append(at)
    return [stretch for stretch in found if len(stretch) > 1]


@dataclass(frozen=True, slots=True)
class Hole:
    """A part of a graph in which nothing was measured."""

    area: QRectF
    length_s: float


def holes(past: RolePast, box: QRectF, values: Sequence[float]) -> list[Hole]:
    """Return where the curve of `values` stops and goes on, and where it ends before
    the graph does. Before its first sample there is no hole: the run began then.
    """
    stretches = _stretches(past, values)
    edges = [
        (past.times_s[one[-1]], past.times_s[other[0]])
        for one, other in itertools.pairwise(stretches)
    ]
    usual_s = _usual_s(past.times_s)
    if stretches:
        last_s = past.times_s[stretches[-1][-1]]
        if past.until_s - last_s > _GAPS * usual_s:
            edges.append((last_s, past.until_s))
    found = []
    for start_s, end_s in edges:
        left, right = x_of(past, box, start_s), x_of(past, box, end_s)
        area = QRectF(left, box.top(), right - left, box.height())
        found.append(Hole(area, end_s - start_s))
    return found


def lines(past: RolePast, box: QRectF, shares: Sequence[float]) -> list[QPolygonF]:
    """Return the curve of `shares` of the height, one piece between two holes."""
    return [
        QPolygonF([_point(past, box, at, shares[at]) for at in stretch])
        for stretch in _stretches(past, shares)
    ]


def areas(
    past: RolePast, box: QRectF, low: Sequence[float], high: Sequence[float]
) -> list[QPainterPath]:
    """Return what lies between two curves, one piece between two holes."""
    found = []
    for stretch in _stretches(past, high):
        outline = [_point(past, box, at, high[at]) for at in stretch]
        outline += [_point(past, box, at, low[at]) for at in reversed(stretch)]
        area = QPainterPath()
        area.addPolygon(QPolygonF(outline))
        area.closeSubpath()
        found.append(area)
    return found


def _point(past: RolePast, box: QRectF, at: int, share: float) -> QPointF:
    y = box.bottom() - box.height() * min(max(share, 0.0), 1.05)
    return QPointF(x_of(past, box, past.times_s[at]), y)
