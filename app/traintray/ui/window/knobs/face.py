"""What the Knobs page consists of, and where it stands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton
from traintray.ui.widgets.label import Label
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.history.search_field import SearchField
from traintray.ui.window.knobs.columns import LEFT_PX
from traintray.ui.window.knobs.journal_panel import JournalPanel
from traintray.ui.window.knobs.loading_panel import LoadingPanel
from traintray.ui.window.knobs.table import KnobTable
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.run_selector import RunSelector

_MARGIN_PX, _TOP_PX, _BOTTOM_PX = 20, 16, 16
_GAP_PX = 28
_FIELD_PX = 170
_LOADING_SHARE, _JOURNAL_SHARE = 520, 340
_WIDEST_PX = 1180
"""Beyond it a line could not be followed with the eye."""


class KnobsFace(QWidget):
    """The parts of the page. `KnobsPage` gives them something to say."""

    def __init__(self, theme: Theme, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = Label("title", theme)
        self.title.setText(self.tr("Knobs"))
        self.about = Label("body", theme, "ink3")
        self.about.set_elided(True)
        self.filter = SearchField(self.tr("Filter knobs"), theme)
        self.filter.setMinimumWidth(fonts.scaled(_FIELD_PX))
        self.apply_all = PrimaryButton("", theme)
        self.message = MessageLine(theme)
        self.selector = RunSelector(theme)
        self.table = KnobTable(theme)
        self.loading = LoadingPanel(path, theme)
        self.journal = JournalPanel(theme)
        self._lay_out()
        self.show_wanted(0)

    def show_wanted(self, count: int) -> None:
        """Offer to write all that is recommended; nothing where nothing is."""
        text = self.tr("Apply {count} recommended …").format(count=count)
        self.apply_all.setText(text)
        self.apply_all.setVisible(count > 0)

    def set_narrow(self, narrow: bool) -> None:
        """Choose between one column and two below the table."""
        directions = QBoxLayout.Direction
        self._below.setDirection(
            directions.TopToBottom if narrow else directions.LeftToRight
        )

    def _lay_out(self) -> None:
        scaled = fonts.scaled
        words = QWidget()
        line = QHBoxLayout(words)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(scaled(10))
        line.addWidget(self.title)
        line.addWidget(self.about, 1)
        head = HeadRow(words, (self.filter, self.apply_all), 10)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._below.setSpacing(scaled(_GAP_PX))
        self._below.addWidget(self.loading, _LOADING_SHARE)
        self._below.addWidget(self.journal, _JOURNAL_SHARE)
        content = QWidget()
        content.setMaximumWidth(scaled(_WIDEST_PX))
        column = QVBoxLayout(content)
        left = scaled(_MARGIN_PX - LEFT_PX)
        column.setContentsMargins(left, scaled(_TOP_PX), 0, scaled(_BOTTOM_PX))
        column.setSpacing(0)
        inset, right = scaled(LEFT_PX), scaled(_MARGIN_PX)
        for part, below_px in (
            (head, 8),
            (self.selector, 4),
            (self.message, 4),
            (self.table, 18),
            (self._below, 0),
        ):
            is_table = part is self.table
            holder = QVBoxLayout()
            holder.setContentsMargins(0 if is_table else inset, 0, right, 0)
            if isinstance(part, QWidget):
                holder.addWidget(part)
            else:
                holder.addLayout(part)
            column.addLayout(holder)
            column.addSpacing(scaled(below_px))
        column.addStretch(1)
        self._scroll(content)
        QWidget.setTabOrder(self.apply_all, self.table.more)  # its rows come between

    def _scroll(self, content: QWidget) -> None:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        scroll.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
