"""What the notification says about a knob that was tried."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.proof_record import Measure
from traintray.core.diagnosis.verdict import Unit
from traintray.core.proof.outcome import Proof
from traintray.platform.note import Action, Note
from traintray.ui import format as fmt
from traintray.ui.note_pictures import picture
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate

_CAP = "thread_cap"


def proof_note(proof: Proof, icon: str) -> Note:
    """Return the notification; of a knob that made it worse undo comes first."""
    compare = translate("Notifier", "Show comparison")
    undo = translate("Notifier", "Undo change")
    if proof.change.knob == _CAP:
        undo = translate("Notifier", "Undo cap")
    buttons = [Action("comparison", compare), Action("undo", undo)]
    helped = proof.verdict == "helped"
    if not helped:
        buttons.reverse()
    return Note(
        summary=_title(proof),
        body=_body(proof),
        actions=(Action("default", compare), *buttons),
        icon=icon,
        image=picture(Shape.OK if helped else Shape.ATTENTION),
        stays=True,
    )


def _title(proof: Proof) -> str:
    if proof.verdict == "helped":
        title = translate("Notifier", "The change helped")
        if proof.change.knob == _CAP:
            title = translate("Notifier", "The cap helped")
        return title
    title = translate("Notifier", "The change made it slower")
    if proof.change.knob == _CAP:
        title = translate("Notifier", "The cap made it slower")
    return title


def _body(proof: Proof) -> str:
    measure = next((m for m in proof.measures if m.counts_first), None)
    if measure is None or measure.before is None or measure.after is None:
        about = translate("Notifier", "Measured on {name}.")
        return about.format(name=proof.run_name)
    text = translate("Notifier", "{name}: {figure} went from {before} to {after}.")
    return text.format(
        name=proof.run_name,
        figure=_figure(measure),
        before=_value(measure, measure.before),
        after=_value(measure, measure.after),
    )


def _figure(measure: Measure) -> str:
    from traintray.ui.window.history.figure_names import figure_name

    if measure.key == "gpu_busy_fraction":
        return translate("Notifier", "GPU busy time")
    if measure.key == "steps_per_s":
        return translate("Notifier", "speed")
    return figure_name(measure.key)


def _value(measure: Measure, value: float) -> str:
    if measure.key == "steps_per_s":
        speed = translate("Notifier", "{number}\u00a0{unit}/s")
        return speed.format(number=f"{value:.3g}", unit=measure.unit or "step")
    try:
        return fmt.evidence_value(value, Unit(measure.unit))
    except ValueError:
        return f"{value:.3g}"
