"""The bottom of the popover: the way to the window, and pause."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import IconButton, QuietButton

_HEIGHT_PX = 39
_ICON_PX = 15
_MARGIN_PX, _PADDING_PX = 3, 13
"""The icon stands below the text of the popover, whose margin does not grow with the
letters."""


class PopoverFoot(QWidget):
    """Two buttons; the surface below them is painted by the popover."""

    window_requested = Signal()
    pause_requested = Signal()
    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = _OpenButton(self.tr("Open traintray"), theme)
        self._open.clicked.connect(self.window_requested)
        self._pause = IconButton("pause", "", theme)
        self._pause.clicked.connect(self.pause_requested)
        settings = IconButton("settings", self.tr("Open the settings"), theme)
        settings.clicked.connect(self.settings_requested)
        self._settings = settings
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN_PX, 0, 8, 0)
        row.setSpacing(2)
        row.addWidget(self._open)
        row.addStretch(1)
        row.addWidget(self._pause)
        row.addWidget(self._settings)
        self.show_paused(False)

    def show_paused(self, paused: bool) -> None:
        """Offer to resume instead of to pause."""
        name = self.tr("Resume sampling") if paused else self.tr("Pause sampling")
        self._pause.set_icon_name("play" if paused else "pause")
        self._pause.set_name(name)

    @property
    def pause_button(self) -> IconButton:
        """The button that pauses or resumes."""
        return self._pause

    @property
    def open_button(self) -> QuietButton:
        """The button that opens the window."""
        return self._open

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        for button in (self._open, self._pause, self._settings):
            button.set_theme(theme)


class _OpenButton(QuietButton):
    """Quiet, but in full ink: it is the main way on from here."""

    def __init__(self, text: str, theme: Theme) -> None:
        super().__init__(text, theme)
        self._icon_px = _ICON_PX
        self._padding_px = round(_PADDING_PX / fonts.scale())
        self.set_icon_name("live")

    def _colours(self) -> tuple[QColor, QColor | None, QColor]:
        fill, border, _ = super()._colours()
        return fill, border, self._theme.ink
