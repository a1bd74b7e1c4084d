"""The one button of a tip: what its advice would have somebody do first."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.advice import PLANNER, Advice, Step
from traintray.ui.popover_parts.verdict_words import Action

translate = QCoreApplication.translate

RUNS = "runs"
"""The page of the runs, on the run that the tip is about."""
_INSTALLS = "install"
_CHECKS = ("is_available()", "list_physical_devices", "jax.devices()")
"""What asks a framework for its GPUs."""


@dataclass(frozen=True, slots=True)
class FirstAction:
    """What the button does; `target` as in `Words`."""

    action: Action
    label: str
    target: str = ""


def first_action(advice: Advice) -> FirstAction:
    """Return what to offer first: what opens by itself, a knob, lines to copy; else
    the advice, under the name of what is to be found there.
    """
    steps = [step for step in advice.steps if not step.in_place]
    first = steps[0] if steps else None
    if first is not None and first.opens == PLANNER:
        label = translate("Popover", "Open scale-out planner")
        return FirstAction(Action.PAGE, label, PLANNER)
    if advice.proposals:
        return FirstAction(Action.KNOB, advice.proposals[0].action)
    copied = _copied(advice.kind, first) if first is not None else None
    if copied is not None:
        return copied
    if advice.kind == "gpu_idle":
        return FirstAction(Action.PAGE, translate("Popover", "Show in Runs"), RUNS)
    return FirstAction(Action.ADVICE, _label(advice.kind))


def _copied(kind: str, step: Step) -> FirstAction | None:
    """Return the lines of a step where their name says all that has to be known."""
    lines = step.snippet or ""
    if kind == "input_bound" and "workers=" in lines:
        label = translate("Popover", "Copy worker settings")
    elif kind == "gpu_unused" and _checks_only(lines):
        label = translate("Popover", "Copy device check")
    else:
        return None
    return FirstAction(Action.COPY, label, lines)


def _checks_only(lines: str) -> bool:
    return any(check in lines for check in _CHECKS) and _INSTALLS not in lines


def _label(kind: str) -> str:
    return {
        "memory_growth": translate("Popover", "Show usual causes"),
        "gpu_throttled": translate("Popover", "Show cooling checks"),
    }.get(kind, translate("Popover", "Show advice"))
