"""Leads from an advice to the article of the library that goes with it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from traintray.core.advice.library import Article, Library
from traintray.ui.kind_words import texts_language
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size


class ReadMore(QuietButton):
    """`Read more: Thread settings`; not there where no article fits."""

    chosen = Signal(str)
    """Name of the strategy."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme, Size.INLINE, parent)
        self._article: Article | None = None
        self.clicked.connect(self._choose)

    def show_kind(self, kind: str) -> None:
        """Lead to what helps with a kind of finding."""
        self._article = article = _fitting(kind, texts_language())
        self.setVisible(article is not None)
        if article is not None:
            self.setText(self.tr("Read more: {title}").format(title=article.title))

    @Slot()
    def _choose(self) -> None:
        if self._article is not None:
            self.chosen.emit(self._article.strategy)


@lru_cache(maxsize=32)
def _fitting(kind: str, language: str) -> Article | None:
    """Return the article about the fewest kinds that is about this one, so that one
    on threads goes before one that always fits.
    """
    articles = Library(language).articles()
    fitting = [each for each in articles if kind in each.helps_with]
    return min(fitting, key=lambda each: len(each.helps_with), default=None)
