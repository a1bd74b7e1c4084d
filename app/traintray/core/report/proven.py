"""What came of the change of a knob, in the report of the run that has it."""

from __future__ import annotations

from collections.abc import Iterator

from traintray.core.archive.proof_record import Measure, ProofRecord, Said
from traintray.core.diagnosis.verdict import Unit
from traintray.core.proof.saying import written_speed
from traintray.core.report.markup import Markup, tag
from traintray.core.report.wording import MISSING, Wording

_SPEED, _PER_STEP = "steps_per_s", "cpu_s_per_step"


def proven(proof: ProofRecord, words: Wording) -> Markup:
    """Return the verdict, what it rests on, and the figures of both windows."""
    name = f"proof.{proof.verdict}"
    verdict = words.say(name) if words.says(name) else proof.verdict
    return tag(
        "div",
        tag("h4", words.say("proof.head", knob=proof.change.knob, verdict=verdict)),
        tag("p", _sentence(proof.why, words)),
        *_windows(proof, words),
    )


def _windows(proof: ProofRecord, words: Wording) -> Iterator[Markup]:
    span = proof.windows.after
    if span is None or not proof.measures:
        return
    length = words.duration(span.until_s - span.since_s)
    warm_up = words.duration(proof.windows.warm_up_s)
    head = tag(
        "tr",
        tag("th", words.say("figures.figure")),
        *(
            tag("th", words.say(f"proof.{name}"), class_="r")
            for name in ("before", "after")
        ),
    )
    rows = (_row(one, words) for one in proof.measures)
    yield tag(
        "p",
        words.say("proof.windows", length=length, warm_up=warm_up),
        class_="about",
    )
    yield tag("table", tag("thead", head), tag("tbody", *rows), class_="numbers")


def _row(one: Measure, words: Wording) -> Markup:
    cells = (
        _value(one, one.before, one.spread_before, words),
        _value(one, one.after, one.spread_after, words),
    )
    return tag(
        "tr",
        tag("td", words.figure(one.key)),
        *(tag("td", cell, class_="r") for cell in cells),
    )


def _value(
    one: Measure, middle: float | None, spread: float | None, words: Wording
) -> str:
    if middle is None:
        return MISSING
    text = _written(one, middle, words)
    return text if spread is None else f"{text} ± {_written(one, spread, words)}"


def _written(one: Measure, value: float, words: Wording) -> str:
    if one.key == _SPEED:
        return written_speed(value)
    if one.key == _PER_STEP:
        return words.say("time.second", n=f"{value:.3g}")
    known = [unit for unit in Unit if unit.value == one.unit]
    return words.value(value, known[0] if known else Unit.COUNT)


def _sentence(said: Said, words: Wording) -> str:
    values = {name: words.reason(value) for name, value in said.values.items()}
    try:
        return words.reason(said.template).format(**values)
    except (LookupError, ValueError):  # from another version
        return said.template
