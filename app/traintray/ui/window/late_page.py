"""A page that is made when it is first looked at: most windows show one page only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout

from traintray.core.frame import Frame
from traintray.ui.theme import Theme
from traintray.ui.window.page import Page

P = TypeVar("P", bound=Page)


class LatePage(Page, Generic[P]):
    """Stands for a page until it is shown, and hands on what the window says."""

    def __init__(self, make: Callable[[Theme], P], theme: Theme) -> None:
        super().__init__()
        self._make = make
        self._theme = theme
        self._made: P | None = None
        self._frame: Frame | None = None
        self._recalled: dict[str, object] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)

    def make_by(self, make: Callable[[Theme], P]) -> None:
        """Make it in this way instead, when it is first looked at."""
        self._make = make

    @property
    def made(self) -> P:
        """The page, made now if it was not."""
        if self._made is None:
            self._made = self._make(self._theme)
            self._made.recall(self._recalled)
            column = self.layout()
            if column is not None:
                column.addWidget(self._made)
            if self._frame is not None:
                self._made.show_frame(self._frame)
        return self._made

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame."""
        self._frame = frame
        if self._made is not None:
            self._made.show_frame(frame)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        if self._made is not None:
            self._made.set_theme(theme)

    def remembered(self) -> dict[str, object]:
        """Return what the page says, or what it said before it was made."""
        return self._recalled if self._made is None else self._made.remembered()

    def recall(self, found: Mapping[str, object]) -> None:
        """Keep it for the page."""
        self._recalled = dict(found)

    def reload(self) -> None:
        """Read the env file again; a page that is not made yet will anyway."""
        if self._made is not None:
            self._made.reload()

    def escape(self) -> bool:
        """Take away what lies over the page."""
        return self._made is not None and self._made.escape()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the page."""
        super().showEvent(event)
        self.made.show()
