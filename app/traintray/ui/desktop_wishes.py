"""Follows what the desktop says of its look while the app runs, from all that say it.

Of contrast Qt tells since 6.10, and only on some desktops; of motion it never tells
that it changed. The portal tells both, on X11 and on Wayland.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from traintray.ui.session_bus import SessionBus

if TYPE_CHECKING:
    from traintray.platform.desktop_portal import PortalWishes, Wishes

_CONTRAST = "traintray_portal_contrast"
_STILLNESS = "traintray_portal_stillness"


def portal_wants_contrast() -> bool:
    """Whether the portal said that more contrast is wanted."""
    return _is_set(_CONTRAST)


def portal_wants_stillness() -> bool:
    """Whether the portal said that nothing is to move."""
    return _is_set(_STILLNESS)


def follow_desktop(bus: SessionBus, dress: Callable[[], None]) -> None:
    """Have the app dressed anew, by `dress`, whenever the desktop changes its look."""
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.connect(dress)
    accessibility = getattr(hints, "accessibility", None)
    if accessibility is not None:  # Qt 6.10
        accessibility().contrastPreferenceChanged.connect(dress)
    if sys.platform == "linux":
        PortalWatch(bus, dress)


class PortalWatch(QObject):
    """Asks anew on every connection to the bus. Belongs to the bus."""

    def __init__(self, bus: SessionBus, dress: Callable[[], None]) -> None:
        super().__init__(bus)
        self._bus, self._dress = bus, dress
        self._wishes: PortalWishes | None = None
        bus.connected.connect(self._connected)
        bus.arrived.connect(self._arrived)

    @Slot()
    def _connected(self) -> None:
        from traintray.platform.desktop_portal import PortalWishes

        self._wishes = PortalWishes(self._bus.send, self._take)

    @Slot(object)
    def _arrived(self, message: object) -> None:
        if self._wishes is not None:
            self._wishes.take(message)

    def _take(self, wishes: Wishes) -> None:
        application = QGuiApplication.instance()
        if application is None:
            return
        before = portal_wants_contrast()
        application.setProperty(_CONTRAST, wishes.contrast)
        application.setProperty(_STILLNESS, wishes.stillness)
        if wishes.contrast is not before:
            self._dress()


def _is_set(name: str) -> bool:
    application = QGuiApplication.instance()
    return application is not None and bool(application.property(name))
