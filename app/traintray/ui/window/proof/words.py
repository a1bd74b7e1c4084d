"""What is said of a measured change."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Unit
from traintray.core.proof.outcome import Change, Measure, Proof
from traintray.ui import format as fmt
from traintray.ui.joined import listed, sentences
from traintray.ui.spoken import spoken
from traintray.ui.state_shape import Shape
from traintray.ui.window.history.figure_names import figure_name, known_name

translate = QCoreApplication.translate

_DASH = "–"
_WELL_FED = 0.9
"""A GPU that is busy for nine tenths of the time has little to gain from being fed."""


def verdict_name(proof: Proof) -> str:
    """Return the verdict in two or three words."""
    return {
        "helped": translate("Proof", "It helped"),
        "unclear": translate("Proof", "No clear change"),
        "slower": translate("Proof", "It got slower"),
        "not_comparable": translate("Proof", "Not comparable"),
    }[proof.verdict]


def verdict_shape(proof: Proof) -> Shape:
    """Return the shape of a verdict; only what asks for a deed has a hue. What is not
    comparable waits for another run.
    """
    return {
        "helped": Shape.OK,
        "unclear": Shape.UNCHANGED,
        "slower": Shape.ATTENTION,
        "not_comparable": Shape.WAITING,
    }[proof.verdict]


def verdict_text(proof: Proof) -> str:
    """Return the verdict and the figure that it rests on, in one sentence."""
    first = counting(proof)
    if proof.verdict == "not_comparable" or first is None:
        return spoken(proof.why)
    template = {
        "helped": translate("Proof", "Helped: {name} {before} → {after}."),
        "unclear": translate("Proof", "No clear change: {name} {before} → {after}."),
        "slower": translate("Proof", "Slower: {name} {before} → {after}."),
    }[proof.verdict]
    return template.format(
        name=measure_name(first),
        before=value_text(first, first.before),
        after=value_text(first, first.after),
    )


def headline(proof: Proof) -> str:
    """Return the fact that stands above the screen."""
    first = counting(proof)
    if proof.verdict == "not_comparable" or first is None:
        return translate("Proof", "The two runs cannot be compared")
    if proof.verdict == "unclear":
        template = translate("Proof", "{name} stayed about the same")
    elif (first.after or 0.0) >= (first.before or 0.0):
        template = translate("Proof", "{name} rose from {before} to {after}")
    else:
        template = translate("Proof", "{name} fell from {before} to {after}")
    return template.format(
        name=measure_name(first),
        before=value_text(first, first.before),
        after=value_text(first, first.after),
    )


def counting(proof: Proof) -> Measure | None:
    """Return the measure on which the verdict rests; None without one."""
    return next((one for one in proof.measures if one.counts_first), None)


def measure_name(measure: Measure) -> str:
    """Return what a figure is called."""
    known = {
        "cpu_s_per_step": translate("Proof", "CPU time per step"),
        "gpu_busy_fraction": translate("Proof", "GPU busy"),
        "cpu_pressure_fraction": translate("Proof", "CPU pressure"),
        "gpu_power_watts": translate("Proof", "GPU power"),
    }.get(measure.key)
    if known is not None:
        return known
    if measure.key == "steps_per_s":
        return known_name(measure.key) or translate("Proof", "Speed")
    return figure_name(measure.key)


def value_text(measure: Measure, value: float | None) -> str:
    """Return a value in the unit of the measure; a dash when it is missing."""
    if value is None:
        return _DASH
    if measure.key == "gpu_power_watts":
        return fmt.watts(value)
    unit = _unit(measure)
    if unit is None:
        return f"{value:.3g}\N{NO-BREAK SPACE}{measure.unit}/s"
    return fmt.evidence_value(value, unit)


def change_text(measure: Measure) -> str:
    """Return the difference: points of a share, a number of threads,
    percent of everything else.
    """
    before, after = measure.before, measure.after
    if before is None or after is None:
        return _DASH
    if _unit(measure) is Unit.FRACTION:
        return fmt.points(after - before)
    if _unit(measure) is Unit.THREADS:
        more = round(after) - round(before)
        return f"{'+' if more > 0 else fmt.MINUS if more < 0 else ''}{abs(more)}"
    if not before:
        return _DASH
    share = (after - before) / before
    sign = "+" if share > 0 else fmt.MINUS if share < 0 else ""
    return f"{sign}{fmt.percent(abs(share))}"


def _unit(measure: Measure) -> Unit | None:
    """Return the unit, None where the run itself names what it counts."""
    if measure.key == "steps_per_s":
        return None
    try:
        return Unit(measure.unit)
    except ValueError:
        return None


def change_title(proof: Proof) -> str:
    """Return what was changed, in a few words."""
    return title_of(proof.change)


def title_of(change: Change) -> str:
    """Return what a change has set: `Threads capped at 8`."""
    values = list(dict.fromkeys(v for v in change.new.values() if v is not None))
    if change.knob == "thread_cap" and values:
        return translate("Proof", "Threads capped at {value}").format(value=values[0])
    name = next(iter(change.new), change.knob)
    if not values:
        return translate("Proof", "{name} taken out").format(name=name)
    return f"{name}={values[0]}"


def summary(proof: Proof) -> str:
    """Return one sentence on what the figures show, and on what else was changed."""
    title = change_title(proof)
    text = {
        "helped": translate(
            "Proof", "Since this change the run goes faster: {change}."
        ),
        "unclear": translate(
            "Proof", "This change has made no difference that can be told: {change}."
        ),
        "slower": translate(
            "Proof",
            "Since this change the run goes slower: {change}. Undo is offered first.",
        ),
        "not_comparable": translate(
            "Proof", "Whether this change helped cannot be told: {change}."
        ),
    }[proof.verdict].format(change=title)
    if not proof.change.beside:
        return text
    others = translate("Proof", "Changed as well, so it is the sum of all: {knobs}.")
    return sentences(text, others.format(knobs=listed(proof.change.beside)))


def how_sure() -> str:
    """Return the head of the last section."""
    return translate("Proof", "How sure is this?")


def sure_text(proof: Proof) -> str:
    """Return what the verdict rests on, and what stands in for the speed."""
    text = spoken(proof.why)
    if not proof.speed_is_stand_in or proof.verdict == "not_comparable":
        return text
    stand_in = translate(
        "Proof", "Check the steps or images per second that your script prints as well."
    )
    spread = _spread_text(counting(proof))
    return sentences(sentences(text, spread) if spread else text, stand_in)


def _spread_text(measure: Measure | None) -> str:
    """Return how much a share wanders within the windows; empty when not measured."""
    spreads = (measure.spread_before, measure.spread_after) if measure else (None, None)
    before, after = spreads
    if before is None or after is None:
        return ""
    template = translate(
        "Proof",
        "Two thirds of the time it was within {before} of that before the change, and"
        " within {after} after it.",
    )
    # "within" is a bound: less than one point is within one, never within none
    bounds = [max(0.01, spread) for spread in (before, after)]
    told = [fmt.points(bound).removeprefix("+") for bound in bounds]
    return template.format(before=told[0], after=told[1])


def still_to_gain(proof: Proof) -> str:
    """Return what is left, where the GPU still rests; empty where nothing tells, and
    where the change has taken: it is to be undone before anything else.
    """
    if proof.verdict == "slower":
        return ""
    gpu = next((m for m in proof.measures if m.key == "gpu_busy_fraction"), None)
    if gpu is None or gpu.after is None or gpu.after > _WELL_FED:
        return ""
    template = translate(
        "Proof",
        "The GPU is idle {share} of the time. The library says what feeds it faster.",
    )
    return template.format(share=fmt.percent(1 - gpu.after))
