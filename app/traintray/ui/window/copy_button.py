"""A button that copies a text and says so for a moment."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Button, Kind, Size

_SAID_FOR_MS = 2000


class CopyButton(Button):
    """Puts `content` on the clipboard."""

    copied = Signal(str)

    def __init__(
        self,
        text: str,
        theme: Theme,
        kind: Kind = Kind.SECONDARY,
        size: Size = Size.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, theme, kind, size, parent)
        self.content = ""
        self._offer = text
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(_SAID_FOR_MS)
        self._back.timeout.connect(self._offer_again)
        self.clicked.connect(self._copy)

    def sizeHint(self) -> QSize:
        """Return the size for the longer of its texts, so that nothing moves."""
        hint = super().sizeHint()
        offered = self.fontMetrics().horizontalAdvance(self._offer)
        shown = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(hint.width() + max(0, offered - shown), hint.height())

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.content)
        self.setText(self.tr("Copied"))
        self._back.start()
        self.copied.emit(self.content)

    @Slot()
    def _offer_again(self) -> None:
        self.setText(self._offer)
