"""Lets the popover come up softly, where the desktop has nothing against motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QPropertyAnimation

FADE_MS = 80


def may_move() -> bool:
    """Whether windows of this desktop can fade, and the user wants things to move.

    On Wayland no program sets the opacity of its windows: how they come up is for the
    compositor, which knows what the user wants. Without compositing there is none.
    """
    if QGuiApplication.platformName() != "xcb":
        return False
    from PySide6.QtWidgets import QApplication, QStyle

    from traintray.ui.desktop_wishes import portal_wants_stillness

    if portal_wants_stillness():
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
        self._animation: QPropertyAnimation | None = None

    @property
    def is_moving(self) -> bool:
        """Whether the window is on its way."""
        animation = self._animation
        return animation is not None and animation.state() is animation.State.Running

    def begin(self) -> None:
        """Let the window, which is about to be shown, come up; at once where nothing
        is to move.
        """
        if self._animation is not None:
            self._animation.stop()
        if self._may_move():
            self._animation = self._animation or self._make_animation()
            self._window.setWindowOpacity(0.0)
            self._animation.start()
        elif self._window.windowOpacity() < 1.0:
            self._window.setWindowOpacity(1.0)

    def _make_animation(self) -> QPropertyAnimation:
        from PySide6.QtCore import QPropertyAnimation

        made = QPropertyAnimation(self._window, b"windowOpacity", self)
        made.setDuration(FADE_MS)
        made.setStartValue(0.0)
        made.setEndValue(1.0)
        return made
