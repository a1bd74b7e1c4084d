"""Compares two texts line by line, in a time that grows with their size only.

`difflib` looks at every pair of lines, which takes minutes for the largest file that
is read. This walk may show a moved line as gone and come back, never a wrong one.
"""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from traintray.core.knobs.plan import DiffKind

_Places = Mapping[bytes, Sequence[int]]


def compared(
    old: Sequence[bytes], new: Sequence[bytes]
) -> Iterator[tuple[DiffKind, bytes]]:
    """Yield every line of both, in order: SAME, REMOVED or ADDED."""
    old_places, new_places = _places(old), _places(new)
    at, to = 0, 0
    while at < len(old) and to < len(new):
        if old[at] == new[to]:
            yield DiffKind.SAME, old[at]
            at, to = at + 1, to + 1
            continue
        comes_later = _distance(new_places, old[at], to)
        if comes_later < _distance(old_places, new[to], at):
            yield DiffKind.ADDED, new[to]
            to += 1
        else:
            yield DiffKind.REMOVED, old[at]
            at += 1
    yield from ((DiffKind.REMOVED, line) for line in old[at:])
    yield from ((DiffKind.ADDED, line) for line in new[to:])


def _places(lines: Sequence[bytes]) -> _Places:
    places: dict[bytes, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        places[line].append(number)
    return places


def _distance(places: _Places, line: bytes, start: int) -> float:
    """Return how far from `start` the line comes next; infinite when it does not."""
    known = places.get(line, ())
    index = bisect.bisect_left(known, start)
    return known[index] - start if index < len(known) else float("inf")
