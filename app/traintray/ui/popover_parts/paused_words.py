"""What the popover says while the app is paused."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame
from traintray.ui import format as fmt
from traintray.ui.dates import day_of
from traintray.ui.popover_parts.verdict_words import Action, Other, Words
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate


def paused_words(frame: Frame) -> Words:
    """Return that it is paused, and until when if it is not for good."""
    return Words(
        Shape.PAUSED,
        _title(frame),
        translate("Popover", "No samples, no tips. Training is not affected."),
        Action.RESUME,
        translate("Popover", "Resume now"),
        other=None
        if frame.paused_until_s is not None
        else Other(
            Action.REST,
            translate("Popover", "Until tomorrow"),
            translate("Popover", "Pause until tomorrow"),
        ),
    )


def _title(frame: Frame) -> str:
    until_s = frame.paused_until_s
    if until_s is None:
        return translate("Popover", "Paused")
    clock = fmt.clock(until_s, seconds=False)
    if day_of(until_s) == day_of(frame.wall_s):
        return translate("Popover", "Paused until {time}").format(time=clock)
    return translate("Popover", "Paused until tomorrow, {time}").format(time=clock)
