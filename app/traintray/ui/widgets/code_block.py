"""Lines of code or shell with a button that copies them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.label import Label

_RADIUS_PX = 6
_SAID_FOR_MS = 2000


class CodeBlock(QWidget):
    """Shows `code` as it stands; button and Ctrl C put it on the clipboard."""

    copied = Signal(str)

    def __init__(
        self, code: str, theme: Theme, role: str = "code", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = Label(role, theme)
        self._text.setWordWrap(True)
        self._copy = QuietButton(self.tr("Copy"), theme, Size.INLINE)
        self._copy.set_icon_name("copy")
        self._copy.clicked.connect(self._copy_code)
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(_SAID_FOR_MS)
        self._back.timeout.connect(self._offer_copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 0, 5)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self._copy)
        self.set_code(code)

    @property
    def code(self) -> str:
        """What is shown and copied."""
        return self._text.text()

    def set_code(self, code: str) -> None:
        """Change the code."""
        self._text.setText(code)
        self._copy.setAccessibleName(self.tr("Copy these lines"))
        self._offer_copy()

    def set_max_lines(self, count: int) -> None:
        """Cut what is shown after `count` lines; all of it is copied."""
        self._text.set_max_lines(count)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self._copy.set_theme(theme)
        self._text.set_theme(theme)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with the keyboard, too, while the button has the focus."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy_code()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sunken surface."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.sunk)
        painter.drawRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)

    def _copy_code(self) -> None:
        QGuiApplication.clipboard().setText(self.code)
        self._copy.setText(self.tr("Copied"))
        self._back.start()
        self.copied.emit(self.code)

    def _offer_copy(self) -> None:
        self._copy.setText(self.tr("Copy"))
