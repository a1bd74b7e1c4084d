"""The first page that a user sees: what will happen, and where things are kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton
from traintray.ui.widgets.label import Label
from traintray.ui.window.page import Page
from traintray.ui.window.page_scroll import scrolling
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.settings.switch import Switch

_WIDEST_PX = 620
_MARGINS_PX = (20, 28, 20, 28)


class FirstRun(Page):
    """Asks nothing. The switch is there to be used or not."""

    seen = Signal()
    done = Signal()
    """The user has read it and goes on."""
    left = Signal()
    """Another page was opened instead."""
    login_switched = Signal(bool)

    def __init__(
        self, theme: Theme, places: Sequence[tuple[str, str]], at_login: bool | None
    ) -> None:
        """`places` are what is kept and where; `at_login` whether the app starts at
        login, None where nothing can be set up.
        """
        super().__init__()
        self._theme = theme
        self.switch = Switch(self.tr("Launch at login"), theme)
        self.switch.setChecked(bool(at_login))
        self.switch.toggled.connect(self.login_switched)
        self.go_on = PrimaryButton(self.tr("Show the graphs"), theme)
        self.go_on.clicked.connect(self.done)
        inner = QWidget()
        inner.setMaximumWidth(fonts.scaled(_WIDEST_PX))
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(*map(fonts.scaled, _MARGINS_PX))
        self._column.setSpacing(fonts.scaled(8))
        self._say_what_happens()
        self._say_where(places)
        if at_login is not None:
            self._offer_login()
        self._column.addSpacing(fonts.scaled(12))
        self._column.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(inner))

    def _say_what_happens(self) -> None:
        self._text("title", "ink", self.tr("traintray watches for training"))
        for text in (
            self.tr(
                "Once a second it reads CPU, memory and GPU. Training runs are noticed "
                "by themselves: Python processes that use PyTorch, TensorFlow or JAX. "
                "There is nothing to add to your code."
            ),
            self.tr(
                "When something slows a run down, one notification says so. The Advice "
                "page then has the numbers, the reason and what helps."
            ),
            self.tr(
                "It changes nothing by itself: each change is shown before it is "
                "written, and can be undone. Nothing leaves this computer."
            ),
        ):
            self._text("body", "ink2", text)

    def _say_where(self, places: Sequence[tuple[str, str]]) -> None:
        self._column.addSpacing(fonts.scaled(12))
        self._text("head", "ink", self.tr("Where things are kept"))
        for what, where in places:
            self._text("secondary", "ink3", what)
            self._text("code", "ink", where)

    def _offer_login(self) -> None:
        self._column.addSpacing(fonts.scaled(12))
        row = QHBoxLayout()
        title = Label("head", self._theme)
        title.setText(self.tr("Launch at login"))
        title.setWordWrap(True)
        row.addWidget(title, 1)
        row.addWidget(self.switch)
        self._column.addLayout(row)
        text = self.tr(
            "It then starts hidden, in the tray. The menu of the icon changes it later."
        )
        self._text("secondary", "ink2", text)

    def _text(self, role: str, ink: str, text: str) -> None:
        label = Label(role, self._theme, ink)
        label.setWordWrap(True)
        label.setText(text)
        self._column.addWidget(label)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that it was seen: one that another page covers at once was not."""
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell, where it is another page that takes its place."""
        super().hideEvent(event)
        if self.window().isVisible():
            self.left.emit()
