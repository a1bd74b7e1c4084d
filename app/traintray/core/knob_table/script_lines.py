"""What a finding asks for in the user's own script: values, and lines to copy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from traintray.core.advice.case import Case, number_in
from traintray.core.advice.in_place import places, visible
from traintray.core.advice.offers import Seen
from traintray.core.advice.texts import Texts
from traintray.core.advice.words import words
from traintray.core.detection.run import Role
from traintray.core.knobs import shelf
from traintray.core.knobs.arithmetic import Formula
from traintray.core.knobs.knob import Recommendation

_WAITS_FOR_DATA = ("input_bound", "disk_bound")
_WAITS_FOR_COPIES = ("input_bound", "too_many_threads")
"""Where the disk is what all wait for, a faster copy changes nothing."""
_PINS_BY_ITSELF = ("transformers",)
"""Its `dataloader_pin_memory` is on unless somebody switches it off."""
Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One argument of the script. Nothing is written for the user."""

    name: str
    """`num_workers`"""
    title: str
    now: str | None
    """What was seen of it from outside; None when it cannot be seen."""
    value: str | None
    """What fits; None when nothing asks for another value."""
    why: str
    cost: str
    line: str = ""
    """To copy; empty where the value fits already."""


def script_lines(seen: Seen | None, texts: Texts) -> tuple[ScriptLine, ...]:
    """Return the arguments that a finding speaks of, and the number of workers of a
    run that has some. Empty without a run.
    """
    if seen is None or seen.run.framework != "pytorch":
        return ()
    case = _case(seen)
    found = [make(seen, case, texts) for make in (_workers, _pinned, _threads)]
    return tuple(one for one in found if one is not None)


def _case(seen: Seen) -> Case | None:
    if seen.finding is None:
        return None
    facts = seen.finding.facts
    recommend = shelf.find(seen.first_knob).recommend if seen.first_knob else None
    if recommend is None:
        return Case(seen.finding, seen.run, None, sustained_s=0.0)
    concurrent = max(1, int(float(facts.get("runs", seen.run_count))))
    found = recommend(seen.run, concurrent, bool(facts.get("raises_cap", 0.0)))
    return Case(seen.finding, seen.run, found, sustained_s=0.0)


def _workers(seen: Seen, case: Case | None, texts: Texts) -> ScriptLine | None:
    ranks = case.ranks if case else max(1, seen.run.count(Role.RANK))
    now = math.ceil(seen.run.count(Role.WORKER) / ranks)
    say = _sayer("num_workers", texts)
    value, why, known = _fitting_workers(now, case, texts)
    if value is None and not now:
        return None
    line = ""
    if value is not None and value != now:
        line = f"DataLoader(dataset, num_workers={value}, persistent_workers=True)"
    shown = None if value is None else str(value)
    return say(str(now), shown, (why, known), line)


def _fitting_workers(
    now: int, case: Case | None, texts: Texts
) -> tuple[int | None, str, Words]:
    """Return how many workers fit, and which sentence of `[script]` says why."""
    if case is None:
        return None, "not_asked", {}
    known = words(case, texts)
    proposed = int(case.fact("proposed_count"))
    if case.finding.kind in _WAITS_FOR_DATA and proposed > now:
        return proposed, "more_workers", {"cpus": known["cpus"]}
    if case.cause == "workers" and int(known["workers_fit_n"]) < now:
        return int(known["workers_fit_n"]), "fewer_workers", {"cpus": known["cpus"]}
    cap = case.cap
    if now and cap is not None and cap.terms.formula is Formula.LESS_WORKERS:
        return now, "workers_fill", _sum(cap, now, known)
    return None, "not_asked", {}


def _sum(cap: Recommendation, workers: int, known: Words) -> Words:
    numbers = {"workers": str(workers), "threads": str(cap.value)}
    return {**numbers, "cores": known["cores"]}


def _pinned(seen: Seen, case: Case | None, texts: Texts) -> ScriptLine | None:
    """Batches in page-locked memory, where a GPU waits for what a loader brings."""
    if case is None or not case.fact("is_gpu_waiting"):
        return None
    is_loaded = seen.run.count(Role.WORKER) > 0 or case.finding.kind == "input_bound"
    if case.finding.kind not in _WAITS_FOR_COPIES or not is_loaded:
        return None
    say = _sayer("pin_memory", texts)
    place = places(visible(seen.run), texts).get("pin_memory")
    if place is not None:
        return say("True", "True", ("pinned_already", {"place": place}), "")
    if seen.run.trainer in _PINS_BY_ITSELF:
        return None
    line = (
        "DataLoader(dataset, pin_memory=True)\n"
        "batch = batch.to('cuda', non_blocking=True)"
    )
    return say(None, "True", ("pinned", {}), line)


def _threads(seen: Seen, case: Case | None, texts: Texts) -> ScriptLine | None:
    if case is None or not (case.is_set_in_code or case.code_line):
        return None
    found = case.code_line
    number = number_in(found) if found else None
    now = None if number is None else str(number)
    line = f"torch.set_num_threads({case.fits})"
    why = (
        ("in_code_line", {"line": str(found.line_number)})
        if found
        else (
            "in_code_somewhere",
            {},
        )
    )
    return _sayer("set_num_threads", texts)(now, str(case.fits), why, line)


Sayer = Callable[[str | None, str | None, tuple[str, Words], str], ScriptLine]


def _sayer(name: str, texts: Texts) -> Sayer:
    """Return what makes a line for `name` in the words of one language."""
    page = texts.page("knobs")["script"]

    def say(
        now: str | None, value: str | None, why: tuple[str, Words], line: str
    ) -> ScriptLine:
        reason = page[why[0]].format_map(why[1])
        title, cost = page[f"{name}_title"], page[f"{name}_cost"]
        return ScriptLine(name, title, now, value, reason, cost, line)

    return say
