"""What the popover says of a run about which there is no verdict."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Unknown
from traintray.core.frame import Frame, RunView
from traintray.ui import format as fmt
from traintray.ui.popover_parts.verdict_words import Action, Other, Words
from traintray.ui.state_shape import Shape
from traintray.ui.window.missing_words import missing_words, only_needs_time

translate = QCoreApplication.translate


def unsure_words(frame: Frame, fine: Container[str]) -> Words | None:
    """Return what to say of a run without a verdict; None where each has one. `fine`
    are keys of runs of which nothing is missed: they come last, and ask nothing.
    """
    views = [(v, v.verdict) for v in frame.runs if isinstance(v.verdict, Unknown)]
    for view, verdict in views:
        if view.run.key not in fine or only_needs_time(verdict):
            return _unknown(view, verdict, frame)
    for view, verdict in views:
        title = translate("Popover", "{run} is watched in part")
        return Words(
            Shape.NO_DATA,
            title.format(run=view.run.name),
            _not_measured(verdict),
            run_key=view.run.key,
        )
    return None


def _not_measured(verdict: Unknown) -> str:
    template = translate(
        "Popover", "Not measured: {what}. The other figures are watched as usual."
    )
    return template.format(what=missing_words(verdict.missing))


def _unknown(view: RunView, verdict: Unknown, frame: Frame) -> Words:
    name = view.run.name
    if only_needs_time(verdict):
        age = fmt.duration(frame.at_s - view.run.started_at_s)
        return Words(
            Shape.WAITING,
            translate("Popover", "Cannot tell yet"),
            translate(
                "Popover",
                "{run} started {time} ago. A verdict needs a little more time.",
            ).format(run=name, time=age),
        )
    return Words(
        Shape.NO_DATA,
        translate("Popover", "{run} is only partly readable").format(run=name),
        _not_measured(verdict),
        Action.ADVICE,
        translate("Popover", "Show what is missing"),
        view.run.key,
        other=Other(
            Action.FINE,
            translate("Popover", "Fine as it is"),
            translate("Popover", "Fine as it is: do not ask again about this run"),
        ),
    )
