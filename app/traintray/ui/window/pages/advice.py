"""The Advice page: one finding, read from evidence to action."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.window.advice_body import AdviceBody
from traintray.ui.window.advice_memory import AdviceMemory, Entry, choose
from traintray.ui.window.no_advice import NoAdvice
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.run_selector import RunSelector

ONE_COLUMN_BELOW_PX = 900
_MARGIN_PX = 20
_TOP_PX, _BOTTOM_PX = 16, 14


class AdvicePage(Page):
    """Shows the advice on one run; it stays readable after its episode ended.

    Give it every frame, also while it is hidden: then it only takes notes.
    """

    applied = Signal()
    undone = Signal()
    snooze_requested = Signal(str)
    """Run key."""

    def __init__(
        self,
        theme: Theme,
        env_file: EnvFile,
        snooze_s: float = 3600.0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._snooze_s = snooze_s
        self._memory = AdviceMemory()
        self._frame: Frame | None = None
        self._entries: tuple[Entry, ...] = ()
        self._wanted_key: str | None = None
        self._shown_key: str | None = None
        self._snoozed_until_wall_s: dict[str, float] = {}
        self.selector = RunSelector(theme)
        self.body = AdviceBody(theme, env_file, snooze_s)
        self.nothing = NoAdvice(theme)
        self._lay_out()
        self.selector.chosen.connect(self.show_run)
        self.body.applied.connect(self.applied)
        self.body.undone.connect(self.undone)
        self.body.snooze_clicked.connect(self._snooze)
        primary = QShortcut(QKeySequence("Ctrl+Return"), self)
        primary.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        primary.activated.connect(self._do_primary)

    def show_frame(self, frame: Frame) -> None:
        """Show what is new; while hidden only remember it."""
        self._frame = frame
        self._entries = self._memory.update(frame)
        if self.isVisible():
            self._show()

    @Slot(str)
    def show_run(self, run_key: str) -> None:
        """Show this run from now on, as soon as there is something about it."""
        self._wanted_key = run_key
        self._scroll.verticalScrollBar().setValue(0)
        self._show()

    @Slot(str)
    def show_snoozed(self, run_key: str) -> None:
        """Note that the tip about this run was snoozed, here or elsewhere."""
        if self._frame is not None:
            until_s = self._frame.wall_s + self._snooze_s
            self._snoozed_until_wall_s[run_key] = until_s
            self._show()

    @property
    def shown_run_key(self) -> str | None:
        """The run that the page is about; None while there is none."""
        return self._shown_key

    @Slot()
    def reload(self) -> None:
        """Read the env file again: something else has written it."""
        self.body.reload()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the frames that came meanwhile."""
        super().showEvent(event)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between one column and two."""
        super().resizeEvent(event)
        self.body.set_narrow(self.width() < fonts.scaled(ONE_COLUMN_BELOW_PX))

    def _lay_out(self) -> None:
        content = QWidget()
        inside = QVBoxLayout(content)
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
        self._inside = inside
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._scroll.setHorizontalScrollBarPolicy(never)
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

    def _show(self) -> None:
        frame = self._frame
        if frame is None:
            return
        entry = choose(self._entries, self._wanted_key, self._shown_key)
        self._shown_key = entry.run.key if entry else None
        told = any(each.advice is not None for each in self._entries)
        self.selector.show_entries(self._entries if told else (), self._shown_key)
        if entry is not None and entry.advice is not None:
            self.body.show_entry(entry, frame, self._snoozed_until(entry, frame))
        elif told and entry is not None:
            self.nothing.show_entries((entry,), frame)
        else:
            self.nothing.show_entries(self._entries, frame)
        has_advice = entry is not None and entry.advice is not None
        self.nothing.setVisible(not has_advice)
        self.body.setVisible(has_advice)

    def _snoozed_until(self, entry: Entry, frame: Frame) -> float | None:
        """Return until when the tip is snoozed, in seconds since 1970, or None."""
        until_s = self._snoozed_until_wall_s.get(entry.run.key, 0.0)
        return until_s if until_s > frame.wall_s else None

    @Slot()
    def _snooze(self) -> None:
        if self._shown_key is not None:
            self.show_snoozed(self._shown_key)
            self.snooze_requested.emit(self._shown_key)

    @Slot()
    def _do_primary(self) -> None:
        if self.body.isVisible():
            self.body.apply()
