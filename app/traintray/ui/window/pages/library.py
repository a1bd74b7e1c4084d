"""The Library page: eight strategies to read, and the planner of the sixth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from traintray.core.advice.library import Article, Library
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import fonts
from traintray.ui.kind_words import texts_language
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, SecondaryButton, Size
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.library.article_view import ArticleView
from traintray.ui.window.library.planner_view import PlannerView
from traintray.ui.window.library.reading import RIGHT_PX, WIDEST_PX, ReadingScroll
from traintray.ui.window.library.strategy_list import StrategyList
from traintray.ui.window.page import Page, Region
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

translate = QCoreApplication.translate

_LIST_PX = 236
_MARGIN_PX, _TOP_PX = 20, 16
_INSET_PX = 10
_GAP_PX = 28
_HEAD_PX = 30
_BESIDE_FROM_PX = 760
"""Of the design: below, the list and what is read take turns."""
_ANY_PX = (1 << 24) - 1
_ARTICLE, _PLANNER = range(2)


class LibraryPage(Page):
    """List at the left, article or planner at the right; one of the two if narrow."""

    knobs_requested = Signal()

    def __init__(
        self, theme: Theme, store: Store, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._store = store
        self._frame: Frame | None = None
        self._library = Library(texts_language())
        self.articles = self._library.articles()
        self.views: dict[str, ArticleView] = {}
        self.planner: PlannerView | None = None
        self._typed: dict[str, object] = {}
        self.list = StrategyList(self.articles, theme)
        self.number = Label("secondary", theme, "ink3")
        self.title = Label("title", theme)
        self.summary = Label("body", theme, "ink2")
        self.summary.setWordWrap(True)
        self.back = QuietButton(translate("MainWindow", "Library"), theme, Size.SMALL)
        self.back.set_icon_name("chevron_left")
        self.back.setAccessibleName(translate("Library", "Back to the list"))
        self.knobs = SecondaryButton(translate("Library", "Open Knobs"), theme)
        self.tabs = Segmented(
            (translate("Library", "Article"), translate("Library", "Planner")),
            translate("Library", "What to show"),
            theme,
        )
        self.tabs.choose(_ARTICLE)
        self._stack = QStackedWidget()
        self._scrolls: dict[QWidget, ReadingScroll] = {}
        self._lay_out()
        self.list.chosen.connect(self._chosen)
        self.tabs.chosen.connect(self._draw)
        self.knobs.clicked.connect(self.knobs_requested)
        self.back.clicked.connect(partial(self._read, False))
        self.list.choose(0)
        self._reads = False
        self._share()

    @property
    def article(self) -> Article:
        """The one that is read."""
        return self.articles[self.list.index]

    def open_strategy(self, strategy: str, planner: bool = False) -> None:
        """Go to a strategy; KeyError for an unknown one."""
        index = {each.strategy: n for n, each in enumerate(self.articles)}[strategy]
        self.list.choose(index)
        self.tabs.choose(_PLANNER if planner else _ARTICLE)
        self._read(True)
        self._draw()

    def remembered(self) -> dict[str, object]:
        """Return which strategy is read, and what was typed into the planner."""
        typed = self._typed if self.planner is None else self.planner.form.typed()
        is_planned = self.tabs.index == _PLANNER
        strategy = self.article.strategy
        return {"strategy": strategy, "is_planned": is_planned, "typed": typed}

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned."""
        typed = found.get("typed")
        self._typed = typed if isinstance(typed, dict) else {}
        strategies = [each.strategy for each in self.articles]
        if found.get("strategy") in strategies:
            self.list.choose(strategies.index(str(found["strategy"])))
            self.tabs.choose(_PLANNER if found.get("is_planned") is True else _ARTICLE)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; draw it if the page can be seen."""
        self._frame = frame
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the page was hidden."""
        super().showEvent(event)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show one column where there is no room for two."""
        super().resizeEvent(event)
        self._share()

    def _read(self, reads: bool) -> None:
        """Show what is read, or the list, where there is no room for both."""
        self._reads = reads
        self._share()
        if not reads:
            self.list.rows[self.list.index].setFocus(Qt.FocusReason.OtherFocusReason)

    def _share(self) -> None:
        narrow = self.width() < fonts.scaled(_BESIDE_FROM_PX)
        self._side.setVisible(not narrow or not self._reads)
        self._line.setVisible(not narrow)
        self._reading.setVisible(not narrow or self._reads)
        self.back.setVisible(narrow)
        self._side.setMaximumWidth(_ANY_PX if narrow else fonts.scaled(_LIST_PX))

    @Slot()
    def _chosen(self) -> None:
        self.tabs.choose(_ARTICLE)
        self._read(True)
        self._draw()
        self._scrolls[self._view()].verticalScrollBar().setValue(0)

    @Slot()
    def _draw(self) -> None:
        if not self.isVisible() or self.window().isMinimized():
            return
        article = self.article
        head = self._library.head
        count = len(self.articles)
        self.number.setText(head("strategy", number=article.number, count=count))
        self.title.setText(article.title)
        self.tabs.setVisible(article.has_planner)
        self.knobs.setVisible(bool(article.knobs))
        planning = article.has_planner and self.tabs.index == _PLANNER
        about = translate(
            "Library",
            "What changes when the same training runs on more GPUs.",
        )
        self.summary.setText(about if planning else article.summary)
        view = self._planner() if planning else self._view()
        self._stack.setCurrentWidget(self._scrolls[view])
        if self._frame is None:
            return
        open_ones = [v.episode for v in self._frame.runs if v.episode is not None]
        self.list.mark({episode.kind for episode in open_ones})
        if isinstance(view, PlannerView):
            view.show_frame(self._frame)
        elif isinstance(view, ArticleView):
            view.show_frame(self._frame, self._store)

    def _view(self) -> ArticleView:
        """Return the article, made when it is first read."""
        article = self.article
        if article.strategy not in self.views:
            view = ArticleView(article, self._library, self._theme)
            self.views[article.strategy] = view
            self._put(view)
        return self.views[article.strategy]

    def _planner(self) -> PlannerView:
        if self.planner is None:
            self.planner = PlannerView(self._theme)
            self.planner.form.put_back(self._typed)
            self._put(self.planner)
        return self.planner

    def _put(self, view: QWidget) -> None:
        scroll = ReadingScroll(view, self.tr("Text of the strategy"))
        self._scrolls[view] = scroll
        self._stack.addWidget(scroll)

    def _lay_out(self) -> None:
        scaled = fonts.scaled
        heading = Label("title", self._theme)
        heading.setText(translate("MainWindow", "Library"))
        heading.setContentsMargins(scaled(_INSET_PX), 0, 0, 0)
        left = QVBoxLayout()
        left.setSpacing(scaled(11))
        left.addWidget(heading)
        left.addWidget(self.list, 1)
        side = self._side = QWidget()
        side.setMinimumWidth(scaled(_LIST_PX))
        left.setContentsMargins(0, 0, 0, 0)
        side.setLayout(left)
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(_MARGIN_PX), scaled(_TOP_PX), 0, 0)
        row.setSpacing(scaled(_MARGIN_PX))
        row.addWidget(side)
        self._line = Hairline(self._theme, vertical=True)
        row.addWidget(self._line)
        self._reading = Region()
        self._reading.setLayout(self._article_side())
        row.addWidget(self._reading, 1)

    def _article_side(self) -> QVBoxLayout:
        scaled = fonts.scaled
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, scaled(RIGHT_PX), 0)
        head.addWidget(self.back)
        head.addWidget(self.number, 1)
        head.addWidget(self.knobs)
        head.addWidget(self.tabs)
        above = QWidget()
        above.setMinimumHeight(scaled(_HEAD_PX))
        above.setLayout(head)
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, scaled(RIGHT_PX), scaled(10))
        self.summary.setMaximumWidth(scaled(WIDEST_PX))
        below.addWidget(self.summary, 1)
        column = QVBoxLayout()
        column.setContentsMargins(scaled(_GAP_PX - _MARGIN_PX), 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(above)
        column.addWidget(self.title)
        column.addLayout(below)
        column.addWidget(self._stack, 1)
        return column
