"""What a click on the tray icon means.

Over StatusNotifierItem a double click arrives as two single ones; as an XEmbed icon
it arrives as one single and one double.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QSystemTrayIcon

Reason = QSystemTrayIcon.ActivationReason


class Gesture(Enum):
    """What the user asked for."""

    POPOVER = "popover"
    WINDOW = "window"
    PAUSE = "pause"


class Clicks:
    """Tells a second click from a new one."""

    def __init__(self, double_click_s: float) -> None:
        self._double_click_s = double_click_s
        self._last_s: float | None = None

    def read(self, reason: Reason, at_s: float) -> Gesture | None:
        """Take a click at a time on any steady clock; return its meaning."""
        if reason is Reason.MiddleClick:
            return Gesture.PAUSE
        if reason is Reason.DoubleClick:
            self._last_s = None
            return Gesture.WINDOW
        if reason is not Reason.Trigger:
            return None
        last_s, self._last_s = self._last_s, at_s
        if last_s is not None and at_s - last_s <= self._double_click_s:
            self._last_s = None
            return Gesture.WINDOW
        return Gesture.POPOVER

    def handled(self, at_s: float) -> None:
        """Note that what the last click asked for is done.

        The panel sends no time with a click. One that was made while the first was
        still being answered is seen only afterwards, and counts from there.
        """
        if self._last_s is not None:
            self._last_s = at_s
