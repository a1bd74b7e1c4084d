"""The small window beside the tray icon: what holds now, at a glance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.core.readings import GpuReading
from traintray.ui import fonts, style
from traintray.ui.plots.copied_values import CopyingSurface
from traintray.ui.popover_parts.awaited import awaited_words
from traintray.ui.popover_parts.foot import PopoverFoot
from traintray.ui.popover_parts.head import VerdictHead
from traintray.ui.popover_parts.resource_row import ROW_PX
from traintray.ui.popover_parts.resources import ROOMS, ResourcesBlock
from traintray.ui.popover_parts.runs import RunsBlock
from traintray.ui.popover_parts.shown_gpus import known_gpus
from traintray.ui.popover_parts.surface import (
    paint_square_surface,
    paint_surface,
    window_flags,
)
from traintray.ui.popover_parts.words import Ready, stale_words, words_for
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.window.shortcuts import bind

_WIDTH_PX = 380
_HEIGHT_PX = 520
_ROWS = 5
_ANY_PX = 1 << 20
SETTINGS = "settings"


class Popover(CopyingSurface):
    """Shows the newest frame while it is open, and nothing while it is not.

    It closes on a click outside, on Esc and when it loses the focus. The caller
    decides where it stands; `sizeHint` is its size. `rounded` needs a desktop that
    composes windows, else the corners would be black.
    """

    advice_requested = Signal(str)
    knob_requested = Signal(str)
    snooze_requested = Signal(str, object)
    window_requested = Signal()
    page_requested = Signal(str)
    """A page of the window, or `first_run`."""
    undo_requested = Signal()
    pause_requested = Signal()
    closed = Signal()
    grown = Signal()
    """It needs more room than before, so its place may have to change."""

    def __init__(
        self, theme: Theme, rounded: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, window_flags())
        self._theme = theme
        self._rounded = rounded
        self._frame: Frame | None = None
        self._store: Store | None = None
        self._gpus: tuple[GpuReading, ...] = ()
        self._room_px = _ANY_PX
        self._fine: set[str] = set()
        self._ready: Callable[[Frame], Ready | None] | None = None
        self.setWindowTitle("traintray")
        if rounded:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._head = VerdictHead(theme)
        self._head.show_words(awaited_words())
        self._resources = ResourcesBlock(theme)
        self._runs = RunsBlock(theme)
        self._foot = PopoverFoot(theme)
        self._lines = [Hairline(theme) for _ in range(3)]
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        style.apply(self, theme)
        for part in (self._head, self._resources, self._runs, self._foot):
            part.set_theme(theme)
        for line in self._lines:
            line.set_theme(theme)
        self.update()

    def show_frame(self, frame: Frame, store: Store) -> None:
        """Take the newest frame; it is painted only while the popover is open."""
        self._frame, self._store = frame, store
        self._gpus = known_gpus(frame, self._gpus)
        if self.isVisible():
            self._show_newest()
            self._grow()

    def knows_ready(self, ready: Callable[[Frame], Ready | None]) -> None:
        """Say what tells which knob waits for the next start."""
        self._ready = ready

    def show_stale(self, silent_s: float) -> None:
        """Say that no frame came for `silent_s` seconds, until the next one comes."""
        self._head.show_words(stale_words(silent_s))
        self._grow()

    @property
    def head(self) -> VerdictHead:
        """The verdict with its actions."""
        return self._head

    @property
    def resources(self) -> ResourcesBlock:
        """The rows and the CPU strip."""
        return self._resources

    @property
    def runs(self) -> RunsBlock:
        """The training runs."""
        return self._runs

    @property
    def foot(self) -> PopoverFoot:
        """The buttons at the bottom."""
        return self._foot

    def sizeHint(self) -> QSize:
        """Return the size of the design, or what the content needs if that is more.

        A machine without GPU or swap has fewer rows, for as long as it runs.
        """
        width = fonts.scaled(_WIDTH_PX)
        absent = _ROWS - (len(self._resources.rows) or _ROWS)
        usual = fonts.scaled(_HEIGHT_PX) - absent * fonts.scaled(ROW_PX)
        layout = self.layout()
        needed = layout.totalHeightForWidth(width) if layout is not None else 0
        return QSize(width, max(min(usual, self._room_px), needed))

    def prepare(self) -> QSize:
        """Bring it up to date, on a low screen with less. Return its size."""
        for runs, strip, rows in ROOMS:
            self._runs.show_most(runs)
            self._resources.show_most(rows, strip)
            self._show_newest()
            if self.sizeHint().height() <= self._room_px:
                break
        self.setFixedSize(self.sizeHint())
        return self.size()

    def fit_into(self, height_px: int) -> None:
        """Say how tall it may be on the screen where it will stand."""
        self._room_px = height_px

    def setVisible(self, visible: bool) -> None:
        """Prepare it when it opens."""
        if visible and not self.isVisible():
            self.prepare()
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the first action the focus, without a ring."""
        super().showEvent(event)
        self._head.primary.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that it is gone."""
        super().hideEvent(event)
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        """Close when another window gets the focus."""
        if event.type() == QEvent.Type.WindowDeactivate:
            self.hide()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, act on Ctrl Return."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        elif control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._head.run_primary()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface, the footer's ground and the frame around all."""
        del event
        painter = QPainter(self)
        paint = paint_surface if self._rounded else paint_square_surface
        paint(painter, self.rect(), self._foot.geometry(), self._theme)

    def _show_newest(self) -> None:
        frame, store = self._frame, self._store
        if frame is None or store is None:
            return
        ready = self._ready(frame) if self._ready is not None else None
        self._head.show_words(words_for(frame, ready, self._fine, store))
        self._resources.show_frame(frame, store, self._gpus)
        self._runs.show_frame(frame)
        self._foot.show_paused(frame.state is State.PAUSED)

    def _grow(self) -> None:
        """Take the room that the content needs; while open it never shrinks."""
        wanted = self.sizeHint()
        if self.isVisible() and wanted.height() > self.height():
            self.setFixedSize(wanted)
            self.grown.emit()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        upper = (self._head, self._lines[0], self._resources, self._lines[1])
        for part in (*upper, self._runs):
            column.addWidget(part)
        column.addStretch(1)
        column.addWidget(self._lines[2])
        column.addWidget(self._foot)

    def _connect(self) -> None:
        head, foot, hand_on = self._head, self._foot, self._hand_on
        head.knob_requested.connect(partial(hand_on, self.knob_requested))
        head.advice_requested.connect(partial(hand_on, self.advice_requested))
        head.snooze_requested.connect(self.snooze_requested)
        head.resume_requested.connect(self.pause_requested)
        head.page_requested.connect(partial(hand_on, self.page_requested))
        head.undo_requested.connect(partial(hand_on, self.undo_requested))
        foot.window_requested.connect(partial(hand_on, self.window_requested))
        foot.pause_requested.connect(self.pause_requested)
        foot.settings_requested.connect(partial(hand_on, self.page_requested, SETTINGS))
        head.fine_requested.connect(self._take_as_fine)
        bind(self, {"Ctrl+P": self.pause_requested.emit})

    @Slot(str)
    def _take_as_fine(self, run_key: str) -> None:
        """Miss nothing of a run as long as it lives."""
        self._fine.add(run_key)
        self._show_newest()

    def _hand_on(self, wish: SignalInstance, *what: str) -> None:
        """Go away and tell: what follows opens another window."""
        self.hide()
        wish.emit(*what)
