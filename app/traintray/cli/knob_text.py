"""Knobs as a person reads them in a terminal, and as programs do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traintray.cli.run_names import titled
from traintray.cli.streams import plain, shortened
from traintray.core.advice.offers import Offer
from traintray.core.advice.texts import Texts
from traintray.core.knob_table.rows import KnobRow, Standing
from traintray.core.knob_table.said import TRAP, caution_texts, effect_text
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs.arithmetic import counted
from traintray.core.knobs.knob import Knob
from traintray.core.knobs.legal import Bounds, Settings

_SCHEMA = 1
_HEAD = ("Knob", "Now", "In the file", "Recommended", "Why")
_LONGEST_VALUE = 30
_NOT_SET = "-"


def listing(rows: Sequence[KnobRow], scene: Scene, texts: Texts) -> Iterator[str]:
    """Yield the lines of `traintray knobs`."""
    yield _about_run(scene)
    shown, hidden = [], []
    for row in rows:
        name, value = row.knob.name, row.offer.value or _value(row.recommended)
        cells = (name, _value(row.now or {}), _value(row.file), value)
        if row.is_telling or row.standing is not Standing.NOT_LOADED:
            shown.append((*cells, row.why))
        else:
            hidden.append(name)
    yield from _table(shown)
    if hidden:
        yield f"Not read by what this run has loaded: {', '.join(hidden)}"
    yield from _effects(rows, texts)
    yield "What a knob is, and what it would change: traintray knobs plan NAME"


def _about_run(scene: Scene) -> str:
    if scene.seen is None:
        return "No training run is computing now, so nothing is recommended."
    run = scene.seen.run
    more = ""
    if scene.other_runs:
        more = f"; {counted(scene.other_runs, 'other run')} beside it (--run PID)"
    return f"{titled(run)} · PID {run.root_pid} · {run.framework}{more}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    table = [_HEAD, *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(_HEAD) - 1)]
    for *cells, why in table:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, why])


def _value(there: Mapping[str, str]) -> str:
    """Return the value that all of them have, or the first with its name."""
    if not there:
        return _NOT_SET
    first, *others = there.values()
    if all(other == first for other in others):
        return plain(shortened(first, _LONGEST_VALUE))
    named = shortened(f"{next(iter(there))}={first}", _LONGEST_VALUE)
    return plain(f"{named}, {len(others)} more")


def listing_object(
    rows: Sequence[KnobRow], scene: Scene, texts: Texts
) -> dict[str, Any]:
    """Return the same for programs."""
    run = scene.seen.run if scene.seen else None
    finding = scene.seen.finding if scene.seen else None
    return {
        "schema": _SCHEMA,
        "run": None if run is None else {"pid": run.root_pid, "name": run.name},
        "finding": None if finding is None else finding.kind,
        "knobs": [
            {
                **_described(row.knob, scene.bounds, texts),
                "now": None if row.now is None else dict(row.now),
                "file": dict(row.file),
                "recommended": row.offer.value,
                "variables": dict(row.offer.variables),
                "together_with": row.leader or None,
                "why": row.why,
                "standing": row.standing.value,
                "loaded": scene.seen.uses(row.knob) if scene.seen else None,
                "effect": None if row.outcome is None else row.outcome.effect.value,
            }
            for row in rows
        ],
    }


def _described(knob: Knob, bounds: Bounds, texts: Texts) -> dict[str, Any]:
    page = texts.page("knobs")[knob.name]
    return {
        "name": knob.name,
        "title": page["title"],
        "sets": page["sets"],
        "reasons": {variable.name: variable.reason for variable in knob.variables},
        "default": page["default"],
        "values": knob.legal.words(bounds),
        "cost": page["cost"],
        "trap": page.get("trap"),
        "takes_effect": page["effect"],
        "check": knob.how_to_check.format(pid="PID"),
    }


def knob_lines(
    knob: Knob, offer: Offer | None, bounds: Bounds, texts: Texts
) -> Iterator[str]:
    """Yield what a knob is."""
    told = _described(knob, bounds, texts)
    yield f"{knob.name}: {told['title']}"
    yield f"  sets          {told['sets']}"
    for name, reason in told["reasons"].items():
        yield f"                {name}: {reason}"
    yield f"  takes         {told['values']}"
    yield f"  default       {told['default']}"
    yield f"  costs         {told['cost']}"
    if told["trap"]:
        yield f"  measured      {told['trap']}"
    yield f"  takes effect  {told['takes_effect']}"
    yield f"  check         {told['check']}"
    if offer is not None:
        yield f"  recommended   {offer.value}: {offer.why}"


def caution_lines(
    knob: Knob, value: str, settings: Settings, scene: Scene, texts: Texts
) -> list[str]:
    """Return the warnings for a value, one sentence each."""
    return [
        f"Measured: {text}." if kind == TRAP else plain(text)
        for kind, text in caution_texts(knob, value, settings, scene, texts)
    ]


def _effects(rows: Sequence[KnobRow], texts: Texts) -> Iterator[str]:
    """Yield what became of the file in the run, each variable once."""
    told: set[str] = set()
    for row in rows:
        if row.outcome is not None and not row.file.keys() <= told:
            said = plain(effect_text(row.outcome, texts))
            yield f"{row.knob.name} in the file: {said}."
            told |= row.file.keys()
