"""Knobs as a person reads them in a terminal, and as programs do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traintray.cli.knob_scene import Scene
from traintray.cli.streams import plain, shortened
from traintray.core.advice.offers import Offer
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.arithmetic import counted
from traintray.core.knobs.cautions import cautions
from traintray.core.knobs.effect import Outcome, outcome
from traintray.core.knobs.knob import Knob
from traintray.core.knobs.legal import Bounds, Settings

_SCHEMA = 1
_HEAD = ("Knob", "Now", "In the file", "Recommended", "Why")
_LONGEST_VALUE = 30
_NOT_SET = "-"


def listing(
    offers: Sequence[Offer], scene: Scene, values: Mapping[str, str], texts: Texts
) -> Iterator[str]:
    """Yield the lines of `traintray knobs`; `values` are those of the env file."""
    yield _about_run(scene)
    shown, hidden = [], []
    for one in offers:
        names = _names(one.knob)
        run = scene.seen.run if scene.seen else None
        now = _value(names, (run.thread_variables or {}) if run else {})
        row = (one.knob.name, now, _value(names, values), one.value or _NOT_SET)
        is_used = scene.seen is None or scene.seen.uses(one.knob) is not False
        if is_used or row[1:] != (_NOT_SET,) * 3:
            shown.append((*row, one.why))
        else:
            hidden.append(one.knob.name)
    yield from _table(shown)
    if hidden:
        yield f"Not read by what this run has loaded: {', '.join(hidden)}"
    yield from _effects(offers, scene, values, texts)
    yield "What a knob is, and what it would change: traintray knobs plan NAME"


def _about_run(scene: Scene) -> str:
    if scene.seen is None:
        return "No training run is computing now, so nothing is recommended."
    run = scene.seen.run
    more = ""
    if scene.other_runs:
        more = f"; {counted(scene.other_runs, 'other run')} beside it (--run PID)"
    return f"{plain(run.name)} · PID {run.root_pid} · {run.framework}{more}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    table = [_HEAD, *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(_HEAD) - 1)]
    for *cells, why in table:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, why])


def _names(knob: Knob) -> tuple[str, ...]:
    return tuple(variable.name for variable in knob.variables)


def _value(names: Sequence[str], values: Mapping[str, str]) -> str:
    """Return the value that all of them have, or the first with its name."""
    there = {name: values[name] for name in names if name in values}
    if not there:
        return _NOT_SET
    first, *others = there.values()
    if all(other == first for other in others):
        return plain(shortened(first, _LONGEST_VALUE))
    named = shortened(f"{next(iter(there))}={first}", _LONGEST_VALUE)
    return plain(f"{named}, {len(others)} more")


def listing_object(
    offers: Sequence[Offer], scene: Scene, values: Mapping[str, str], texts: Texts
) -> dict[str, Any]:
    """Return the same for programs."""
    run = scene.seen.run if scene.seen else None
    outcomes = _outcomes(offers, scene, values)
    return {
        "schema": _SCHEMA,
        "run": None if run is None else {"pid": run.root_pid, "name": run.name},
        "finding": scene.seen.finding.kind
        if scene.seen and scene.seen.finding
        else None,
        "knobs": [
            {
                **_described(one.knob, scene.bounds, texts),
                "now": _present(one.knob, run),
                "file": {n: values[n] for n in _names(one.knob) if n in values},
                "recommended": one.value,
                "variables": dict(one.variables),
                "why": one.why,
                "loaded": scene.seen.uses(one.knob) if scene.seen else None,
                "effect": outcomes[one.knob.name].effect.value
                if one.knob.name in outcomes
                else None,
            }
            for one in offers
        ],
    }


def _present(knob: Knob, run: TrainingRun | None) -> dict[str, str] | None:
    if run is None or run.thread_variables is None:
        return None
    there = run.thread_variables
    return {name: there[name] for name in _names(knob) if name in there}


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
    page = texts.page("knobs")
    run = scene.seen.run if scene.seen else None
    found = []
    for one in cautions(knob, value, settings, scene.bounds, run):
        if one.kind == "trap":
            found.append(f"Measured: {page[knob.name]['trap']}.")
        else:
            found.append(plain(page["cautions"][one.kind].format_map(one.words)))
    if scene.seen is not None and scene.seen.uses(knob) is False:
        found.append(page["cautions"]["not_loaded"])
    return found


def _outcomes(
    offers: Sequence[Offer], scene: Scene, values: Mapping[str, str]
) -> dict[str, Outcome]:
    """Return, for each knob that the file sets, what became of it in the run."""
    if scene.seen is None:
        return {}
    found = {}
    for one in offers:
        wanted = {name: values[name] for name in _names(one.knob) if name in values}
        if wanted:
            found[one.knob.name] = outcome(wanted, scene.seen.run)
    return found


def _effects(
    offers: Sequence[Offer], scene: Scene, values: Mapping[str, str], texts: Texts
) -> Iterator[str]:
    """Yield what became of the file in the run, each variable once."""
    told: set[str] = set()
    for name, found in _outcomes(offers, scene, values).items():
        (knob,) = (one.knob for one in offers if one.knob.name == name)
        names = {variable for variable in _names(knob) if variable in values}
        if not names <= told:
            yield f"{name} in the file: {_effect_text(found, texts)}."
        told |= names


def _effect_text(found: Outcome, texts: Texts) -> str:
    template: str = texts.page("knobs")["effects"][found.effect.value]
    return plain(template.format_map(found.words))
