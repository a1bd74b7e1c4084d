"""A few choices side by side, one of them taken."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.joined import named
from traintray.ui.style import blend
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus

_PADDING_PX = 2
_HEIGHT_PX = 24
_SIDE_PX = 10
_RADIUS_PX = 5.0
_TRACK_RADIUS_PX = 7.0


class Segmented(QWidget):
    """A row of choices on a sunken track. Left and right arrow move along it."""

    chosen = Signal(int)
    """Index of the choice, when the user took another one."""

    def __init__(
        self,
        labels: Sequence[str],
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        margin = fonts.scaled(_PADDING_PX)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(0)
        for index, label in enumerate(labels):
            segment = _Segment(label, theme)
            segment.setAccessibleName(named(name, label))
            self._group.addButton(segment, index)
            row.addWidget(segment)
        self._group.idClicked.connect(self.chosen)

    @property
    def index(self) -> int:
        """Which choice is taken; -1 before the first."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Take a choice without a signal."""
        self._group.button(index).setChecked(True)

    def set_label(self, index: int, label: str) -> None:
        """Call a choice something else."""
        segment = self._group.button(index)
        segment.setText(label)
        segment.setAccessibleName(named(self.accessibleName(), label))
        segment.updateGeometry()

    def segment_left(self, index: int) -> int:
        """Return where a choice begins, in pixels of this widget."""
        return self._group.button(index).x()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        for button in self._group.buttons():
            if isinstance(button, _Segment):
                button.set_theme(theme)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to the neighbour with the arrow keys."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        neighbour = self._group.button(self.index + step) if step else None
        if neighbour is None:
            super().keyPressEvent(event)
            return
        neighbour.setFocus(Qt.FocusReason.TabFocusReason)
        neighbour.click()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.sunk)
        painter.drawRoundedRect(QRectF(self.rect()), _TRACK_RADIUS_PX, _TRACK_RADIUS_PX)


class _Segment(QAbstractButton):
    def __init__(self, text: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setText(text)
        self.setCheckable(True)
        self.setFont(fonts.font("secondary_label"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + 2 * fonts.scaled(_SIDE_PX), fonts.scaled(_HEIGHT_PX))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus.lost()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # the row moves along
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            raised = blend(theme.sel, theme.line2, 0.6) if theme.dark else theme.card
            painter.setPen(QPen(theme.line2, 1))
            painter.setBrush(raised)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
        strong = self.isChecked() or self.underMouse()
        painter.setPen(theme.ink if strong else theme.ink2)
        painter.setFont(self.font())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
