"""What popover and window say between the start and the first sample."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication

from traintray.ui import format as fmt
from traintray.ui.popover_parts.verdict_words import Words
from traintray.ui.startup_trace import age_s
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate


def awaited_words() -> Words:
    """Return what is waited for and since when: since this process began."""
    try:
        since = fmt.clock(time.time() - age_s())
    except OSError:
        since = fmt.clock(None)  # without /proc, for which the first sample waits too
    text = translate(
        "Popover", "Since {time}: the first round looks at every process and each GPU."
    )
    title = translate("Popover", "Waiting for the first sample")
    return Words(Shape.WAITING, title, text.format(time=since))
