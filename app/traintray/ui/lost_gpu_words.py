"""What is said of a GPU that is lost, outside the app's windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from traintray.core.detection.gpu_losses import LostGpu
from traintray.ui import format as fmt

if TYPE_CHECKING:  # the tray needs the title only
    from traintray.platform.note import Note

translate = QCoreApplication.translate

STEPS = "steps"
"""The action of its note that leads to what can be done."""
_LONGEST = 26
"""Signs of a run's name, so that the body keeps to its 110; the end says more than the
middle, which is left out."""


def lost_gpu_title(gpu: LostGpu) -> str:
    """Return the headline: what happened to which GPU."""
    name = fmt.gpu_name(gpu.name)
    if gpu.has_twin and gpu.bus_id:
        name = f"{name} ({_slot(gpu.bus_id)})"
    return translate("Notifier", "{name} stopped answering").format(name=name)


def lost_gpu_note(gpu: LostGpu, icon: str) -> Note:
    """Return the notification."""
    from traintray.platform.note import Action, Note, Urgency
    from traintray.ui.note_pictures import picture
    from traintray.ui.state_shape import Shape

    show = translate("Notifier", "Show steps")
    return Note(
        summary=lost_gpu_title(gpu),
        body=_body(gpu),
        actions=(
            Action("default", show),
            Action(STEPS, show),
            Action("snooze", translate("Notifier", "Snooze")),
        ),
        urgency=Urgency.CRITICAL,
        icon=icon,
        image=picture(Shape.CRITICAL),
    )


def _body(gpu: LostGpu) -> str:
    time = fmt.clock(gpu.since_s, seconds=False)
    if not gpu.run_names:
        return translate(
            "Notifier",
            "No answer since {time}. A restart brings it back; check its power and"
            " heat first.",
        ).format(time=time)
    if len(gpu.run_names) == 1:
        return translate(
            "Notifier",
            "No answer since {time}; {run} ran on it. A restart brings it back; check"
            " power and heat.",
        ).format(time=time, run=_short(gpu.run_names[0]))
    return translate(
        "Notifier",
        "No answer since {time}; {count} runs were on it. A restart brings it back;"
        " check power and heat.",
    ).format(time=time, count=len(gpu.run_names))


def _slot(bus_id: str) -> str:
    """Return where the card sits, `41:00.0`, as `lspci` prints it."""
    domain, _, rest = bus_id.partition(":")
    return rest if rest and not domain.strip("0") else bus_id


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    half = _LONGEST // 2
    return f"{name[: half - 1]}…{name[-half:]}"
