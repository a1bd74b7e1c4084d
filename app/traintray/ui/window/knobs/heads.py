"""The titles of the table of knobs, and those of its groups."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.knobs.columns import LEFT_PX, columns
from traintray.ui.window.retheme import retheme_children

_HEAD_PX, _GROUP_PX = 26, 27
_BASELINE_GAP_PX = 6


class TableHead(QWidget):
    """The titles of the columns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(fonts.scaled(_HEAD_PX))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles and hairline."""
        del event
        painter, where = QPainter(self), columns(self.width())
        font = fonts.font("caption_label")
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._theme.ink3)
        titles = (
            (where.name, self.tr("Knob"), False),
            (where.now, self.tr("Now"), True),
            (where.value, self.tr("Recommended"), True),
            (where.reason, self.tr("Reason"), False),
            (where.read_by, self.tr("Read by"), False),
        )
        below = fonts.baseline(font, self.height() - 1, self.devicePixelRatioF())
        for span, title, is_right in titles:
            if span is None:
                continue
            left, width = span
            text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
            if is_right:
                left += width - int(metrics.horizontalAdvance(text))
            painter.drawText(QPointF(left, below), text)
        left = where.name[0]
        bottom = self.height() - 1
        painter.fillRect(left, bottom, self.width() - left, 1, self._theme.line2)


class GroupHead(QWidget):
    """`At the next start  written to the environment file`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = Label("head", theme)
        self._about = Label("secondary", theme, "ink3")
        self._about.set_elided(True)
        self.setFixedHeight(fonts.scaled(_GROUP_PX) + 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(fonts.scaled(LEFT_PX), 0, 0, 1)
        row.setSpacing(fonts.scaled(_BASELINE_GAP_PX))
        row.addWidget(self._name)
        row.addWidget(self._about, 1)

    def show_texts(self, name: str, about: str) -> None:
        """Show what the group is, and where its knobs are written."""
        self._name.setText(name)
        self._about.setText(about)
        self._about.setToolTip(about)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below."""
        del event
        left, bottom = fonts.scaled(LEFT_PX), self.height() - 1
        painter = QPainter(self)
        painter.fillRect(left, bottom, self.width() - left, 1, self._theme.line2)
