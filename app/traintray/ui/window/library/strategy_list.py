"""The strategies, one below the other; one of them is read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QVBoxLayout,
    QWidget,
)

from traintray.core.advice.library import Article
from traintray.ui import fonts
from traintray.ui.joined import named
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import Theme
from traintray.ui.widgets.list_row import ListRow
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.runs.painting import write

translate = QCoreApplication.translate

_ROW_PX = 50
_NUMBER_PX, _TEXT_PX, _SIDE_PX = 16, 34, 10
_TITLE_TOP_PX, _TITLE_PX, _BELOW_PX = 7, 20, 14
_SHAPE_PX = 12


class StrategyList(QWidget):
    """Chooses an article. Up and down move along it."""

    chosen = Signal(int)
    """Index of the article, when the user took another one."""

    def __init__(
        self, articles: Sequence[Article], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("Library", "Strategies"))
        self._group = QButtonGroup(self)
        self.rows = [StrategyRow(article, theme) for article in articles]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for index, row in enumerate(self.rows):
            self._group.addButton(row, index)
            row.stepped.connect(self._step)
            column.addWidget(row)
        column.addStretch(1)
        self._group.idClicked.connect(self.chosen)

    @property
    def index(self) -> int:
        """Which one is read."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Take one without a signal."""
        self._group.button(index).setChecked(True)

    def mark(self, kinds: Collection[str]) -> None:
        """Mark those that match the kinds of the open episodes."""
        for row in self.rows:
            row.mark(any(kind in row.article.helps_with for kind in kinds))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def _step(self, step: int) -> None:
        here = self.rows.index(cast(StrategyRow, self.sender()))
        there = self.rows[max(0, min(len(self.rows) - 1, here + step))]
        there.setFocus(Qt.FocusReason.TabFocusReason)
        there.click()


class StrategyRow(ListRow):
    """Number, title, and what it helps with."""

    def __init__(self, article: Article, theme: Theme) -> None:
        super().__init__(theme)
        self.article = article
        self._matches = False
        self.setText(article.title)
        self._name()

    @property
    def below(self) -> str:
        """The line under the title."""
        if self._matches:
            return translate("Library", "Matches the open episode")
        if self.article.has_planner:
            return translate("Library", "With planner")
        helps = translate("Library", "Helps with: {what}")
        return helps.format(what=self.article.helps)

    def mark(self, matches: bool) -> None:
        """Say whether it fits what is found now."""
        if matches != self._matches:
            self._matches = matches
            self._name()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of two lines; the width is that of the column."""
        return QSize(fonts.scaled(_ROW_PX), fonts.scaled(_ROW_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the row."""
        del event
        theme, scaled = self._theme, fonts.scaled
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter)
        body, top = fonts.font("label"), scaled(_TITLE_TOP_PX)
        line = QRectF(0, top, self.width() - scaled(_SIDE_PX), scaled(_TITLE_PX))
        number = line.adjusted(scaled(_NUMBER_PX), 0, 0, 0)
        plain = fonts.font("body")
        write(painter, number, str(self.article.number), (plain, theme.ink3, False))
        text = line.adjusted(scaled(_TEXT_PX), 0, 0, 0)
        write(painter, text, self.text(), (body, theme.ink, False))
        self._paint_below(painter, text)

    def _paint_below(self, painter: QPainter, title: QRectF) -> None:
        theme, scaled = self._theme, fonts.scaled
        box = QRectF(title.left(), title.bottom(), title.width(), scaled(_BELOW_PX))
        ink = theme.ink3
        if self._matches:
            side = float(scaled(_SHAPE_PX))
            top = box.top() + (box.height() - side) / 2
            shape = QRectF(box.left(), top, side, side)
            paint_state(painter, shape, Shape.ATTENTION, theme)
            box.setLeft(box.left() + side + scaled(4))
            ink = theme.attention_text
        write(painter, box, self.below, (fonts.font("caption"), ink, False))

    def _name(self) -> None:
        self.setToolTip(self.below)
        self.setAccessibleName(named(self.article.title, self.below))
