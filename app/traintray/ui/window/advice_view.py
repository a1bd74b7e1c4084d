"""What the Advice page is made of: which run, its advice, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.window.advice_body import AdviceBody
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.no_advice import NoAdvice
from traintray.ui.window.run_selector import RunSelector

ONE_COLUMN_BELOW_PX = 900
_MARGIN_PX = 20
_TOP_PX, _BOTTOM_PX = 16, 14


class AdviceView(QWidget):
    """Shows one of several entries; its parts are there for the page to connect."""

    narrowed = Signal(bool)
    """Whether all has to be in one column; told at every change of its size."""

    def __init__(self, theme: Theme, env_file: EnvFile) -> None:
        super().__init__()
        self.selector = RunSelector(theme)
        self.body = AdviceBody(theme, env_file)
        self.nothing = NoAdvice(theme)
        self.covered = False
        """Something else stands in the place of the entry."""
        self._inside = QVBoxLayout()
        self._scroll = QScrollArea()
        self._lay_out()

    def show_entries(
        self,
        entries: tuple[Entry, ...],
        entry: Entry | None,
        frame: Frame,
        snoozed_until_s: float | None,
    ) -> None:
        """Show `entry`, one of `entries`; None: there is no run.

        `snoozed_until_s`: until when its tip is snoozed, in seconds since 1970.
        """
        told = any(each.advice is not None for each in entries)
        shown_key = entry.run.key if entry else None
        self.selector.show_entries(entries if told else (), shown_key)
        if entry is not None and entry.advice is not None:
            self.body.show_entry(entry, frame, snoozed_until_s)
        elif told and entry is not None:
            self.nothing.show_entries((entry,), frame)
        else:
            self.nothing.show_entries(entries, frame)
        has_advice = entry is not None and entry.advice is not None
        self.nothing.setVisible(not has_advice and not self.covered)
        self.body.setVisible(has_advice and not self.covered)

    def add_above(self, widget: QWidget) -> None:
        """Put a widget between the choice of the run and its advice."""
        self._inside.insertWidget(self._inside.indexOf(self.nothing), widget)

    def go_to_top(self) -> None:
        """Scroll up: another run begins to be shown."""
        self._scroll.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between one column and two."""
        super().resizeEvent(event)
        narrow = self.width() < fonts.scaled(ONE_COLUMN_BELOW_PX)
        self.body.set_narrow(narrow)
        self.narrowed.emit(narrow)

    def _lay_out(self) -> None:
        content, inside = QWidget(), self._inside
        content.setLayout(inside)
        margin = fonts.scaled(_MARGIN_PX)
        top, bottom = fonts.scaled(_TOP_PX), fonts.scaled(_BOTTOM_PX)
        inside.setContentsMargins(margin, top, margin, bottom)
        inside.setSpacing(0)
        self.selector.setContentsMargins(*map(fonts.scaled, (0, 0, 0, 12)))
        inside.addWidget(self.selector)
        inside.addWidget(self.nothing)
        inside.addWidget(self.body)
        inside.addStretch(1)
        self.body.hide()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(content)
        self._scroll.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        bar = self._scroll.verticalScrollBar()
        bar.rangeChanged.connect(self._make_room_for_bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)

    @Slot(int, int)
    def _make_room_for_bar(self, lowest: int, highest: int) -> None:
        """Let the scroll bar stand in the margin, so that nothing moves."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        margin = fonts.scaled(_MARGIN_PX)
        right = max(0, margin - bar) if highest > lowest else margin
        top, bottom = fonts.scaled(_TOP_PX), fonts.scaled(_BOTTOM_PX)
        self._inside.setContentsMargins(margin, top, right, bottom)
