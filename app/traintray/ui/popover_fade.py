"""Lets the popover come up softly, where the desktop has nothing against motion."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractAnimation, QObject, QPropertyAnimation
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from traintray.ui.desktop_wishes import portal_wants_stillness

FADE_MS = 80


def may_move() -> bool:
    """Whether windows of this desktop can fade, and the user wants things to move.

    On Wayland no program sets the opacity of its windows: how they come up is for the
    compositor, which knows what the user wants. Without compositing there is none.
    """
    if QGuiApplication.platformName() != "xcb" or portal_wants_stillness():
        return False
    duration = QStyle.StyleHint.SH_Widget_Animation_Duration
    if QApplication.style().styleHint(duration) == 0:
        return False
    from traintray.platform.compositor import runs_on_x11
    from traintray.platform.xsettings import XSettings
    from traintray.ui.desktop_look import wants_motion

    if not runs_on_x11():
        return False
    try:
        desktop = XSettings()
    except OSError:
        return wants_motion({})
    try:
        return wants_motion(desktop.read())
    finally:
        desktop.close()


class Fade(QObject):
    """Belongs to the window that it shows."""

    def __init__(
        self, window: QWidget, may_move: Callable[[], bool] = may_move
    ) -> None:
        super().__init__(window)
        self._window = window
        self._may_move = may_move
        self._animation = QPropertyAnimation(window, b"windowOpacity", self)
        self._animation.setDuration(FADE_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)

    @property
    def is_moving(self) -> bool:
        """Whether the window is on its way."""
        return self._animation.state() is QAbstractAnimation.State.Running

    def begin(self) -> None:
        """Let the window, which is about to be shown, come up; at once where nothing
        is to move.
        """
        self._animation.stop()
        if self._may_move():
            self._window.setWindowOpacity(0.0)
            self._animation.start()
        elif self._window.windowOpacity() < 1.0:
            self._window.setWindowOpacity(1.0)
