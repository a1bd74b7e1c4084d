"""What the popover says at its top: one state, two lines, at most one action."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Finding, Severity, Unknown
from traintray.core.frame import Frame, RunView, State
from traintray.core.history.store import Store
from traintray.ui import format as fmt
from traintray.ui.gpu_busy import mean_busy
from traintray.ui.popover_parts.first_action import first_action
from traintray.ui.popover_parts.gpu_words import (
    lost_words,
    silent_words,
    unreadable_words,
)
from traintray.ui.popover_parts.paused_words import paused_words
from traintray.ui.popover_parts.unsure_words import unsure_words
from traintray.ui.popover_parts.verdict_words import Action, Other, Words
from traintray.ui.spoken import gap_reason
from traintray.ui.state_shape import Shape, shape_of_severity
from traintray.ui.window.missing_words import only_needs_time

translate = QCoreApplication.translate

FIRST_RUN = "first_run"
"""The page that says what the app does."""


def words_for(
    frame: Frame,
    ready: Ready | None = None,
    fine: Container[str] = (),
    store: Store | None = None,
) -> Words:
    """Return what to say of a frame: the loudest finding first. `ready` is the knob
    that waits for the next start, if it is known; `fine` are keys of runs of which
    nothing is missed; `store` holds the samples before it.
    """
    if frame.state is State.PAUSED:
        return paused_words(frame)
    lost = lost_words(frame)
    if lost is not None:
        return lost
    found = loudest(frame)
    if found is not None:
        if ready is not None and ready.run_key == found.run.key:
            return _ready(found, ready)
        return _finding(found)
    if frame.state is State.NO_DATA:
        return _no_data(frame)
    silent = silent_words(frame)
    if silent is not None:
        return silent
    if not frame.runs:
        return unreadable_words(frame) or _watching()
    return unsure_words(frame, fine) or _well(frame, store)


def stale_words(silent_s: float) -> Words:
    """Return what to say when no frame came for a while: nothing shown is current."""
    return Words(
        Shape.NO_DATA,
        translate("Popover", "No readings arrive"),
        translate(
            "Popover",
            "The last sample is {time} old. Sampling may be blocked by a driver; "
            "training is not affected.",
        ).format(time=fmt.duration(silent_s)),
    )


def loudest(frame: Frame) -> RunView | None:
    """Return the run whose finding matters most; of equals, the busiest one's."""
    found = [
        (view.advice.severity, view)
        for view in frame.runs
        if isinstance(view.verdict, Finding) and view.advice is not None
    ]
    for severity in (Severity.CRITICAL, Severity.ATTENTION, Severity.NOTE):
        for told, view in found:
            if told is severity:
                return view
    return None


def chip_for(view: RunView) -> tuple[Shape, str]:
    """Return shape and text of a run's chip."""
    verdict = view.verdict
    if isinstance(verdict, Finding):
        # A pipeline gives advice with every finding.
        chip = view.advice.chip if view.advice is not None else verdict.kind
        return shape_of_severity(verdict.severity), chip
    if isinstance(verdict, Unknown):
        if only_needs_time(verdict):
            return Shape.WAITING, translate("Popover", "Watching")
        return Shape.NO_DATA, translate("Popover", "Cannot tell")
    return Shape.OK, translate("Popover", "Healthy")


def _finding(view: RunView) -> Words:
    advice = view.advice
    if advice is None:
        raise ValueError(f"run {view.run.key} has a finding without advice")
    first = first_action(advice)
    why = Other(
        Action.ADVICE,
        translate("Popover", "Why?"),
        translate("Popover", "Why? Show the advice"),
    )
    return Words(
        shape_of_severity(advice.severity),
        advice.headline,
        advice.popover_text,
        first.action,
        first.label,
        view.run.key,
        first.target,
        None if first.action is Action.ADVICE else why,
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """A knob that is in the env file, while the run goes on as it was started."""

    run_key: str
    command: str
    """What starts the run again with the file."""


def _ready(view: RunView, ready: Ready) -> Words:
    text = translate(
        "Popover",
        "{run} still runs as it was started. Restart it when it suits you: the file "
        "counts for the next start.",
    )
    return Words(
        Shape.WAITING,
        translate("Popover", "Written, ready for the next start"),
        text.format(run=view.run.name),
        Action.COPY,
        translate("Popover", "Copy command"),
        view.run.key,
        ready.command,
        Other(
            Action.UNDO,
            translate("Popover", "Undo …"),
            translate("Popover", "Undo the last change of the env file"),
        ),
    )


def _no_data(frame: Frame) -> Words:
    gap = frame.gaps.get("cpu")
    if gap is None:
        text = translate("Popover", "The first samples are on their way.")
    else:
        text = translate("Popover", "The CPU cannot be read: {reason}.").format(
            reason=gap_reason(gap.reason)
        )
    return Words(Shape.NO_DATA, translate("Popover", "No data"), text)


def _watching() -> Words:
    return Words(
        Shape.NO_DATA,
        translate("Popover", "Watching for training"),
        translate(
            "Popover",
            "No training seen yet. Start one as usual: traintray notices Python "
            "processes that use PyTorch, TensorFlow or JAX.",
        ),
        Action.PICK,
        translate("Popover", "Pick a process …"),
        other=Other(
            Action.PAGE, translate("Popover", "How it works"), target=FIRST_RUN
        ),
    )


def _well(frame: Frame, store: Store | None) -> Words:
    cpu = frame.cpu.total if frame.cpu is not None else None
    busy = fmt.percent(cpu.busy if cpu is not None else None)
    gpus = frame.gpus.to_train_on if frame.gpus is not None else ()
    gpu_busy = mean_busy(gpus, frame.at_s, store)
    if gpu_busy is not None:
        text = translate(
            "Popover",
            "The GPU is busy {gpu} of the time and the CPU keeps up at {cpu}. "
            "Nothing to change.",
        ).format(gpu=fmt.percent(gpu_busy), cpu=busy)
    else:
        text = translate(
            "Popover", "The CPU is busy {cpu} of the time. Nothing to change."
        ).format(cpu=busy)
    return Words(Shape.OK, translate("Popover", "Training runs well"), text)
