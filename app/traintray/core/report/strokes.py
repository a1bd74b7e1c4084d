"""Turns samples into lines and areas. A gap ends a line: it is never bridged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from traintray.core.archive.records import Slice
from traintray.core.report.markup import coordinate

Place = Callable[[float], float]
Places = tuple[Place, Place]
"""Where a time and a value lie."""
GAP_INTERVALS = 2.5
"""A hole of more intervals than this is one; a single late sample is not."""


def interval_s(part: Slice) -> float:
    """Return how far apart the samples are."""
    if part.bucket_s > 0:
        return part.bucket_s
    steps = [b - a for a, b in pairwise(part.times)]
    return median(steps) if steps else 1.0


def stretches(part: Slice) -> list[range]:
    """Return the indexes of the samples, a range for each stretch without a gap."""
    longest_s = GAP_INTERVALS * interval_s(part)
    found: list[list[int]] = []
    last_s: float | None = None
    for index, (at_s, value) in enumerate(zip(part.times, part.mean, strict=True)):
        if value != value:  # NaN: no sample
            continue
        if last_s is None or at_s - last_s > longest_s:
            found.append([])
        found[-1].append(index)
        last_s = at_s
    return [range(known[0], known[-1] + 1) for known in found]


def gaps(part: Slice, since_s: float, until_s: float) -> list[tuple[float, float]]:
    """Return the spans without samples, from start to end of the graph."""
    least_s = GAP_INTERVALS * interval_s(part)
    half_s = part.bucket_s / 2
    edges = [since_s]
    for stretch in stretches(part):
        edges += (part.times[stretch[0]] - half_s, part.times[stretch[-1]] + half_s)
    edges.append(until_s)
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(start, end) for start, end in pairs if end - start > least_s]


def line(part: Slice, places: Places) -> str:
    """Return the path of a line through the means."""
    x, y = places
    return " ".join(
        _polyline([(x(part.times[n]), y(part.mean[n])) for n in _known(part, stretch)])
        for stretch in stretches(part)
    )


def area(
    part: Slice, tops: Sequence[float], floors: Sequence[float], places: Places
) -> str:
    """Return the outline between two heights, one of each for every sample."""
    x, y = places
    found = []
    for stretch in stretches(part):
        known = [n for n in stretch if tops[n] == tops[n] and floors[n] == floors[n]]
        if known:
            over = [(x(part.times[n]), y(tops[n])) for n in known]
            under = [(x(part.times[n]), y(floors[n])) for n in reversed(known)]
            found.append(f"{_polyline([*over, *under])}Z")
    return " ".join(found)


def _known(part: Slice, stretch: range) -> list[int]:
    return [n for n in stretch if part.mean[n] == part.mean[n]]


def _polyline(points: Sequence[tuple[float, float]]) -> str:
    """Return a path; one sample alone is a stroke of a pixel, else it is not seen."""
    if len(points) == 1:
        ((at, height),) = points
        points = [(at - 0.5, height), (at + 0.5, height)]
    places = (f"{coordinate(a)} {coordinate(b)}" for a, b in points)
    return "M" + "L".join(places)
