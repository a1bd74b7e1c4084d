"""The Live page: what holds now, and the last minutes as graphs."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.gpu_gap import nvidia_gap
from traintray.ui.joined import named
from traintray.ui.plots.lanes import told_episode
from traintray.ui.plots.live_graphs import LiveGraphs
from traintray.ui.plots.past_feed import PastFeed
from traintray.ui.plots.past_picture import PastPictures
from traintray.ui.plots.picture import Picture, PictureSource
from traintray.ui.plots.timeline import RECENT_S, SPANS_S
from traintray.ui.popover_parts.awaited import awaited_words
from traintray.ui.theme import Theme
from traintray.ui.window.headline import headline
from traintray.ui.window.nav_item import NavItem
from traintray.ui.window.page import Page
from traintray.ui.window.pages.live_header import LiveHeader
from traintray.ui.window.shortcuts import bind

_MARGIN_PX = 20
_TELL_EVERY_S = 5.0
"""How often a screen reader is told of new numbers."""


class LivePage(Page):
    """Shows frames. While it is hidden it draws nothing and only takes notes."""

    advice_requested = Signal(str)
    """Run key."""
    pause_requested = Signal()
    page_requested = Signal(str)
    asked = Signal(object)
    """As the header has them."""
    span_changed = Signal(float)
    """The range that the user chose, in seconds."""

    def __init__(
        self,
        theme: Theme,
        store: Store,
        desk: ArchiveDesk | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._source = PictureSource(store)
        self._pasts = PastPictures(self._source, store)
        self._feed = PastFeed(desk, self)
        self._feed.changed.connect(self._draw)
        self._frame: Frame | None = None
        self._span_s = RECENT_S
        self._held = False
        self._told_at_s = float("-inf")
        self._told_state = ""
        self._header = LiveHeader(theme)
        self._header.show_headline(awaited_words())
        self.graphs = LiveGraphs(theme, fonts.scaled(_MARGIN_PX))
        self.graphs.tell_names(self._on_top)
        column = QVBoxLayout(self)
        margin = fonts.scaled(_MARGIN_PX)
        column.setContentsMargins(margin, fonts.scaled(16), 0, fonts.scaled(14))
        column.setSpacing(fonts.scaled(14))
        self._header.setContentsMargins(0, 0, margin, 0)
        column.addWidget(self._header)
        column.addWidget(self.graphs, 1)
        self._header.advice_requested.connect(self.advice_requested)
        self._header.pause_requested.connect(self.pause_requested)
        self._header.page_requested.connect(self.page_requested)
        self._header.asked.connect(self.asked)
        self._header.span_chosen.connect(self._choose_span)
        self._add_shortcuts()

    def _add_shortcuts(self) -> None:
        for number, span_s in enumerate(SPANS_S, start=1):
            bind(self, {str(number): partial(self._choose_span, span_s)})
        bind(self, {"Ctrl+Return": self._header.act})
        where = Qt.ShortcutContext.WidgetWithChildrenShortcut  # elsewhere it clicks
        hold = QShortcut(QKeySequence(Qt.Key.Key_Space), self.graphs, context=where)
        hold.activated.connect(self.toggle_hold)

    @property
    def span_s(self) -> float:
        """The range that is shown, in seconds."""
        return self._span_s

    def set_span(self, span_s: float) -> None:
        """Show another range; one that is not offered changes nothing."""
        if span_s in SPANS_S:
            if max(span_s, self._span_s) > RECENT_S:
                self.graphs.chart.hide_crosshair()  # its instant is of another clock
            self._span_s = span_s
            self._header.show_span(span_s)
            self._draw()

    def _choose_span(self, span_s: float) -> None:
        self.set_span(span_s)
        self.span_changed.emit(span_s)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._header.set_theme(theme)
        self.graphs.set_theme(theme)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; draw it if the page can be seen."""
        self._source.note(frame)
        if self._held:
            return
        self._frame = frame
        self._draw()

    def _on_top(self, at_s: float) -> tuple[str, ...]:
        """Return who used the CPU most at a moment. Before this session only the lanes
        of the runs know it.
        """
        if self._span_s > RECENT_S and self._frame is not None:
            at_s = self._pasts.monotonic_at(self._frame, at_s)
        return self._source.on_top.at(at_s, self._span_s)

    def toggle_hold(self) -> None:
        """Hold the display still, or let it follow again. Sampling goes on."""
        self._held = not self._held
        self._draw()

    @property
    def is_held(self) -> bool:
        """Whether the display stands still."""
        return self._held

    def escape(self) -> bool:
        """Take the crosshair away; say whether there was one."""
        return self.graphs.chart.hide_crosshair()

    def _draw(self) -> None:
        frame = self._frame
        if frame is None or not self.isVisible() or self.window().isMinimized():
            return
        self._header.show_headline(headline(frame, self._store))
        picture = self._picture(frame)
        if picture is None:
            return
        gap = nvidia_gap(frame)
        self.graphs.show_picture(picture, self._held, gap)
        self._tell(frame, picture)

    def _picture(self, frame: Frame) -> Picture | None:
        """Read minutes from memory, hours from the archive. None: the archive is about
        to answer, and half a picture would only flicker.
        """
        if self._span_s <= RECENT_S:
            return self._source.picture(frame, self._span_s)
        keys = self._pasts.keys(frame)
        past = self._feed.past(frame, self._span_s, keys)
        if self._feed.is_waiting(frame, self._span_s):
            return None
        return self._pasts.picture(frame, past)

    def _tell(self, frame: Frame, picture: Picture) -> None:
        """Put the numbers into words for a screen reader, not too often."""
        state = frame.state.value
        due = frame.at_s - self._told_at_s >= _TELL_EVERY_S
        if not due and state == self._told_state:
            return
        self._told_at_s, self._told_state = frame.at_s, state
        parts = [named(row.row.name, row.readout.text) for row in picture.rows]
        parts += [row.row.note for row in picture.rows if row.row.note]
        for lane in picture.episode_lanes:
            parts += [told_episode(b, picture.now_s, picture.wall_s) for b in lane]
        chart = self.graphs.chart
        chart.setAccessibleName(self.tr("Live graphs"))
        chart.setAccessibleDescription(self.tr("; ").join(parts))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the page was hidden."""
        super().showEvent(event)
        self._take_keys()
        self._draw()

    def _take_keys(self) -> None:
        """Let Space and the arrows work at once, unless another part here has the
        keyboard. In the sidebar it was brought there by a key, so the ring is shown.
        """
        here = self.window().focusWidget()
        if here is not None and self.isAncestorOf(here):
            return
        by_key = isinstance(here, NavItem)
        tab, other = Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason
        self.graphs.chart.setFocus(tab if by_key else other)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let a held display go: nobody looks at it any more."""
        super().hideEvent(event)
        self._held = False
