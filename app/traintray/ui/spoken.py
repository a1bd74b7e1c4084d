"""Says in the language of the app what the core says in English."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.readings import GapReason
from traintray.core.sentence import Sentence

translate = QCoreApplication.translate


def spoken(text: str) -> str:
    """Return a sentence of the core translated; any other text as it is."""
    if not isinstance(text, Sentence):
        return text
    template = translate(text.context, text.template)
    values = {
        name: spoken(value) if isinstance(value, Sentence) else value
        for name, value in text.values.items()
    }
    return template.format(**values)


def spoken_error(error: Exception) -> str:
    """Return what an error says that was made with a sentence."""
    said = error.args[0] if error.args else ""
    return spoken(said) if isinstance(said, Sentence) else str(error)


def gap_reason(reason: GapReason) -> str:
    """Return why a value is missing, as the end of a sentence."""
    return {
        GapReason.FIRST: translate(
            "Gap", "a rate needs a second reading to compare with"
        ),
        GapReason.NOT_PRESENT: translate(
            "Gap", "there is no such device, driver or kernel file here"
        ),
        GapReason.NOT_SUPPORTED: translate("Gap", "the device cannot report it"),
        GapReason.NO_PERMISSION: translate("Gap", "this user may not read it"),
        GapReason.DEVICE_LOST: translate("Gap", "the device stopped answering"),
        GapReason.ASLEEP: translate(
            "Gap", "the device sleeps, and to ask would wake it"
        ),
        GapReason.SUSPENDED: translate("Gap", "the computer was suspended in between"),
        GapReason.FAILED: translate("Gap", "the read failed"),
    }[reason]
