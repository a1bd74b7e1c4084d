"""Shortens a diff to what changes and the lines around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from traintray.core.knobs.plan import DiffKind, DiffLine

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
    changed = [i for i, line in enumerate(lines) if line.kind is not DiffKind.SAME]
    if changed:
        near = {i for at in changed for i in range(at - context, at + context + 1)}
    else:
        near = set(range(2 * context))
    shown: list[DiffLine | str] = []
    hidden: list[DiffLine] = []
    for i, line in enumerate(lines):
        if i not in near:
            hidden.append(line)
            continue
        shown += _closed(hidden, remark)
        hidden = []
        shown.append(line)
    return (*shown, *_closed(hidden, remark))


def _closed(
    hidden: Sequence[DiffLine], remark: Callable[[int], str]
) -> Sequence[DiffLine | str]:
    return hidden if len(hidden) <= 1 else [remark(len(hidden))]
