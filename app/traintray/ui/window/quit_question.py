"""Asks before Ctrl Q ends the app: it is easily hit, and watching stops."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts, style
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton
from traintray.ui.widgets.label import Label
from traintray.ui.window.keyed_button import KeyedButton
from traintray.ui.window.retheme import retheme_children

_WIDTH_PX = 400
_MARGINS_PX = (20, 18, 20, 16)


class QuitQuestion(QDialog):
    """Accepted: quit. The menu of the icon quits without it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        style.apply(self, theme)
        self.title = Label("verdict", theme)
        self.text = Label("body", theme, "ink2")
        self.text.setWordWrap(True)
        self.stay_button = KeyedButton(self.tr("Cancel"), self.tr("Esc"), theme)
        self.quit_button = PrimaryButton(self.tr("Quit"), theme)
        self.quit_button.setDefault(True)
        self.stay_button.clicked.connect(self.reject)
        self.quit_button.clicked.connect(self.accept)
        self._say()
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        style.apply(self, theme)
        retheme_children(self, theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        QPainter(self).fillRect(event.rect(), self._theme.bg)

    def _say(self) -> None:
        heading = self.tr("Quit traintray?")
        self.setWindowTitle(heading)
        self.title.setText(heading)
        self.text.setText(
            self.tr(
                "Watching stops, and no tips come until it is started again. Closing"
                " the window instead leaves it in the tray."
            )
        )

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, _MARGINS_PX))
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addSpacing(fonts.scaled(4))
        column.addWidget(self.text)
        column.addSpacing(fonts.scaled(18))
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(8))
        row.addStretch(1)
        row.addWidget(self.stay_button)
        row.addWidget(self.quit_button)
        column.addLayout(row)
        self.setFixedWidth(fonts.scaled(_WIDTH_PX))
