"""Gives Qt the look of a GTK desktop in GTK's place, and follows it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from traintray.ui.desktop_look import THEME_VARIABLE, WITHOUT_GTK, is_needed, look_of

if TYPE_CHECKING:
    from traintray.platform.xsettings import XSettings

_IS_DARK = "traintray_desktop_is_dark"
_HAS_CONTRAST = "traintray_desktop_has_contrast"


def keep_gtk_away() -> XSettings | None:
    """Before the application is made, see to it that Qt does not load GTK.

    Returns what stands in for it; None where Qt is left as it is.
    """
    if not is_needed():
        return None
    from traintray.platform.xsettings import XSettings

    try:
        settings = XSettings()
    except OSError:
        return None
    os.environ[THEME_VARIABLE] = WITHOUT_GTK
    return settings


def desktop_is_dark() -> bool:
    """Tell whether a desktop that was asked in Qt's place is a dark one."""
    application = QApplication.instance()
    return application is not None and bool(application.property(_IS_DARK))


def desktop_has_contrast() -> bool:
    """Tell whether such a desktop has a theme of strong contrast."""
    application = QApplication.instance()
    return application is not None and bool(application.property(_HAS_CONTRAST))


class DesktopWatch(QObject):
    """Belongs to the application, and dresses it."""

    changed = Signal()
    """The desktop turned dark or light, or has another font."""

    def __init__(self, settings: XSettings | None, application: QApplication) -> None:
        super().__init__(application)
        self._settings = settings
        self._application = application
        if settings is None:
            return
        os.environ.pop(THEME_VARIABLE, None)  # not for the programs that we start
        self._notifier = QSocketNotifier(
            settings.fileno(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._read)
        self._dress()

    def end(self) -> None:
        """Hang up."""
        if self._settings is not None:
            self._notifier.setEnabled(False)
            self._settings.close()
            self._settings = None

    @Slot()
    def _read(self) -> None:
        if self._settings is None:
            return
        try:
            if not self._settings.has_news():
                return
        except OSError:
            self._notifier.setEnabled(False)
            return
        self._dress()
        self.changed.emit()

    def _dress(self) -> None:
        if self._settings is None:
            return
        look = look_of(self._settings.read())
        self._application.setProperty(_IS_DARK, bool(look.is_dark))
        self._application.setProperty(_HAS_CONTRAST, look.has_contrast)
        if look.font_family and look.font_points:
            font = QFont(look.font_family)
            font.setPointSizeF(look.font_points)
            self._application.setFont(font)
