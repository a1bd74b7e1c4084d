"""How far an export is, and how it ended."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import IconButton, SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.history.export_flow import ExportFlow
from traintray.ui.window.sunk import Sunk

_BAR_PX = (160, 6)


class ExportBar(Sunk):
    """A line with a bar and *Cancel*; afterwards what came of it, until it is shut."""

    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.text = Label("secondary", theme, "ink2")
        self.text.set_elided(True)
        self.bar = ProgressBar(theme)
        self.cancel = SecondaryButton(self.tr("Cancel"), theme, Size.TABLE)
        self.cancel.setAccessibleName(self.tr("Cancel the export"))
        self.cancel.clicked.connect(self.cancel_requested)
        self.close_button = IconButton("close", self.tr("Close this message"), theme)
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(*map(fonts.scaled, (12, 4, 6, 4)))
        row.setSpacing(fonts.scaled(10))
        row.addWidget(self.text, 1)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        row.addWidget(self.close_button)
        self.hide()

    @Slot(float)
    def show_progress(self, done_fraction: float) -> None:
        """Show how much is done, 0..1."""
        text = self.tr("Exporting, {share} done")
        self._show(text.format(share=fmt.percent(done_fraction)), running=True)
        self.bar.show_fraction(done_fraction)

    def follow(self, flow: ExportFlow) -> None:
        """Show what becomes of each file, and let *Cancel* end it."""
        flow.progressed.connect(self.show_progress)
        flow.done.connect(self.show_written)
        flow.cancelled.connect(self.hide)
        flow.failed.connect(self.show_end)
        self.cancel_requested.connect(flow.cancel)

    @Slot(str)
    def show_written(self, path: str) -> None:
        """Say where the file is, and how large."""
        size = fmt.memory(Path(path).stat().st_size) if Path(path).exists() else ""
        text = self.tr("Written to {path}, {size}")
        self.show_end(text.format(path=path, size=size))

    @Slot(str)
    def show_end(self, text: str) -> None:
        """Show how it ended."""
        self._show(text, running=False)

    def _show(self, text: str, running: bool) -> None:
        self.text.setText(text)
        self.text.setToolTip(text)
        self.bar.setVisible(running)
        self.cancel.setVisible(running)
        self.close_button.setVisible(not running)
        self.show()


class ProgressBar(QWidget):
    """A thin bar that fills from the left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fraction = 0.0
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)
        self.setAccessibleName(self.tr("Progress"))

    def show_fraction(self, done_fraction: float) -> None:
        """Show how much is done, 0..1."""
        self._fraction = max(0.0, min(1.0, done_fraction))
        self.setAccessibleDescription(fmt.percent(self._fraction))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As in the design: thin."""
        return QSize(*map(fonts.scaled, _BAR_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track and bar."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.line2)
        done = QRectF(0, 0, self.width() * self._fraction, self.height())
        painter.fillRect(done, self._theme.ink)
