"""Where a click on a notice of the app leads, and one on a GPU that is lost."""

from __future__ import annotations

from traintray.ui.note_key import NoteKey, Topic
from traintray.ui.windows import Windows


def follow_notice(windows: Windows, key: str, token: str) -> None:
    """Open the window; for a GPU that is lost, on what can be done about it."""
    windows.show_window(token)
    window = windows.window
    if window is not None and NoteKey.of(key).topic is Topic.GPU:
        from traintray.ui.popover_parts.gpu_words import HARDWARE
        from traintray.ui.window.page import LIBRARY

        window.open_page(LIBRARY)
        window.library.open_strategy(HARDWARE, False)
