"""Shortens a diff to what changes and the lines around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.core.knobs.shown import kinds_of

CONTEXT_LINES = 3


def folded(
    lines: Sequence[DiffLine],
    remark: Callable[[int], str],
    context: int = CONTEXT_LINES,
) -> tuple[DiffLine | str, ...]:
    """Replace unchanged lines farther than `context` from any change by a remark.

    `remark` says how many were left out. A gap of one line stays, since the remark
    would take a line as well. Without any change the first lines stay, so that the
    file can be recognised.
    """
    kinds = kinds_of(lines)
    changed = [i for i, kind in enumerate(kinds) if kind is not DiffKind.SAME]
    if changed:
        near = {i for at in changed for i in range(at - context, at + context + 1)}
    else:
        near = set(range(2 * context))
    shown: list[DiffLine | str] = []
    at = 0
    for i in sorted(near & set(range(len(lines)))):
        shown += _between(lines, at, i, remark)
        shown.append(lines[i])
        at = i + 1
    return (*shown, *_between(lines, at, len(lines), remark))


def _between(
    lines: Sequence[DiffLine], first: int, end: int, remark: Callable[[int], str]
) -> Sequence[DiffLine | str]:
    return lines[first:end] if end - first <= 1 else [remark(end - first)]
