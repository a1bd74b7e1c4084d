"""Live knobs as a person reads them in a terminal, and as programs do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traintray.cli.streams import plain, shortened
from traintray.core.advice.texts import Texts
from traintray.core.knobs.arithmetic import counted
from traintray.core.live_knobs.live_knob import LiveRow, Site
from traintray.core.live_knobs.live_plan import LivePlan

_HEAD = ("Right now", "Now", "Applied", "Recommended", "Why")
_LONGEST_VALUE = 30
_NOTHING = "-"


def live_listing(rows: Sequence[LiveRow]) -> Iterator[str]:
    """Yield the lines about the run in progress; none without rows."""
    if not rows:
        return
    table = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(cells[at]) for cells in table) for at in range(len(_HEAD) - 1)]
    for *cells, why in table:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, why])


def _cells(row: LiveRow) -> tuple[str, ...]:
    value = row.suggestion.value if row.suggestion else _NOTHING
    why = str(row.gap or row.why)
    return (row.knob.name, _now(row.now), row.applied or _NOTHING, value, plain(why))


def _now(now: Mapping[str, int]) -> str:
    """Return what most threads have, and how many have something else."""
    if not now:
        return _NOTHING
    first, *others = now
    value = _value(first)
    if others:
        value += f", {counted(sum(now[other] for other in others), 'other thread')}"
    return value


def _value(value: str) -> str:
    """Return a value as it is chosen: `idle` for `idle:0`, `best-effort-4`."""
    kind, colon, level = value.partition(":")
    if colon:
        value = kind if kind in ("idle", "none") else f"{kind}-{level}"
    return plain(shortened(value, _LONGEST_VALUE))


def live_object(row: LiveRow, site: Site, texts: Texts) -> dict[str, Any]:
    """Return a live knob for programs."""
    return {
        **_described(row, site, texts),
        "now": dict(row.now) if row.now else None,
        "gap": None if row.gap is None else str(row.gap),
        "applied": row.applied,
        "recommended": row.suggestion.value if row.suggestion else None,
        "why": str(row.why),
        "undoable": row.is_undoable,
    }


def _described(row: LiveRow, site: Site, texts: Texts) -> dict[str, Any]:
    page = texts.page("live_knobs")[row.knob.name]
    return {
        "name": row.knob.name,
        "title": page["title"],
        "sets": page["sets"],
        "default": page["default"],
        "values": str(row.knob.takes(site)),
        "choices": list(row.knob.choices(site)),
        "cost": page["cost"],
        "takes_effect": page["effect"],
        "undo": page["undo"],
        "check": row.knob.how_to_check.format(pid=site.run.root_pid),
    }


def live_lines(row: LiveRow, site: Site, texts: Texts) -> Iterator[str]:
    """Yield what a live knob is."""
    told = _described(row, site, texts)
    yield f"{row.knob.name}: {told['title']}"
    yield f"  sets          {told['sets']}"
    yield f"  takes         {told['values']}"
    yield f"  default       {told['default']}"
    yield f"  costs         {told['cost']}"
    yield f"  takes effect  {told['takes_effect']}"
    yield f"  undo          {told['undo']}"
    yield f"  check         {told['check']}"
    if row.suggestion:
        yield f"  recommended   {row.suggestion.value}: {row.why}"


def plan_lines(plan: LivePlan) -> Iterator[str]:
    """Yield what would change, threads with the same change together."""
    for (before, after), count in _grouped(plan):
        yield f"  {counted(count, 'thread')}: {_value(before)} → {_value(after)}"
    if plan.unchanged_threads and plan.changes:
        yield f"  {counted(plan.unchanged_threads, 'thread')} already as wanted"
    elif plan.is_empty:
        yield "Everything is as wanted already."


def _grouped(plan: LivePlan) -> list[tuple[tuple[str, str], int]]:
    return Counter((one.before, one.after) for one in plan.changes).most_common()
