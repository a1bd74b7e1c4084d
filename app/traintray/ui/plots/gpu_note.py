"""Says what to install where an NVIDIA card cannot be read."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.readings import Gap, GapReason
from traintray.ui.joined import sentences
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label

_RADIUS_PX = 6
_INSTALL = "sudo apt install libnvidia-ml1"


class GpuNote(QWidget):
    """Stands in the row of the GPU that is missing: what is not seen, what still
    works, and one thing to do.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = Label("head", theme)
        self._text = Label("secondary", theme, "ink2")
        self._code = CodeBlock(_INSTALL, theme)
        self._hint = Label("caption", theme, "ink3")
        self._title.setWordWrap(True)
        self._text.setWordWrap(True)
        self._hint.setWordWrap(True)
        self._hint.setText(
            self.tr(
                "That is for Debian; on Ubuntu it is libnvidia-compute-560, with the "
                "number of your driver. traintray looks again every minute."
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 18, 12)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(4)
        column.addWidget(self._code)
        column.addWidget(self._hint)
        column.addStretch(1)
        self.show_gap(None)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        for part in (self._title, self._text, self._code, self._hint):
            part.set_theme(theme)
        self.update()

    def show_gap(self, gap: Gap | None) -> None:
        """Say why the card cannot be read; None and a missing library are the same."""
        detail = "" if gap is None else gap.detail
        missing = gap is None or gap.reason is GapReason.NOT_PRESENT
        self._code.setVisible(missing)
        self._hint.setVisible(missing)
        works = self.tr("CPU, memory and pressure are watched as usual.")
        if missing:
            title = self.tr("An NVIDIA card is present, but NVML was not found")
            more = self.tr(
                "With the driver’s monitoring library, GPU load, memory and heat "
                "appear here."
            )
        else:
            title = self.tr("An NVIDIA card is present, but it cannot be read")
            more = self.tr("NVML says: {detail}.").format(detail=detail)
        self._title.setText(title)
        self._text.setText(sentences(works, more))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed frame."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.line2, 1.0)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([3, 4])
        painter.setPen(pen)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
