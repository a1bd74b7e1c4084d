"""The left edge of the window: pages, facts of the machine, pause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.frame import Frame, State
from traintray.core.readings import GpuReading
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.popover_parts.words import loudest
from traintray.ui.state_shape import shape_of_verdict
from traintray.ui.style import faded
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import IconButton
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.machine_facts import facts
from traintray.ui.window.nav_item import NavItem
from traintray.ui.window.page import ADVICE, KNOBS, RUNS, Region, focus_first
from traintray.ui.window.retheme import retheme_children

_WIDTH_PX = 188
_COMPACT_WIDTH_PX = 48
_BRAND_PX = 20
_TRAY = ((2, 28, 28, 2), (2, 20, 2, 8), (28, 20, 2, 8))
"""Floor and walls of the mark on its grid of 32."""


class Sidebar(QWidget):
    """Chooses a page. `pages` are (name, label, icon) from top to bottom; the one
    named `ADVICE` gets a mark while there is a finding.
    """

    page_chosen = Signal(str)
    pause_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        pages: Sequence[tuple[str, str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._compact = False
        self._paused = False
        self._period_s = 1.0
        self._copy: EnvCopy | None = None
        self._gpus: tuple[GpuReading, ...] | None = None
        self._items: dict[str, NavItem] = {}
        self._brand = _Brand(theme)
        self._facts = Label("caption", theme, "ink3")
        self._facts.setWordWrap(True)
        self._rule = Hairline(theme)
        self._pace = Label("caption", theme, "ink3")
        self._pace.setWordWrap(True)
        self._pause = IconButton("pause", "", theme)
        self._pause.clicked.connect(self.pause_requested)
        for name, label, icon in pages:
            item = NavItem(label, icon, theme)
            item.clicked.connect(lambda _=False, n=name: self.page_chosen.emit(n))
            item.stepped.connect(self._step)
            self._items[name] = item
        self._arrange()
        self.setFixedWidth(fonts.scaled(_WIDTH_PX))
        self._show_paused(False)

    def _arrange(self) -> None:
        scaled = fonts.scaled
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(scaled(8), scaled(16), scaled(9), scaled(4))
        self._column.setSpacing(scaled(2))
        self._column.addWidget(self._brand)
        self._column.addSpacing(scaled(12))
        for item in self._items.values():
            self._column.addWidget(item)
        self._column.addStretch(1)
        foot = QVBoxLayout()
        foot.setContentsMargins(scaled(8), 0, scaled(8), 0)
        foot.setSpacing(0)
        foot.addWidget(self._facts)
        foot.addSpacing(scaled(10))
        foot.addWidget(self._rule)
        self._column.addLayout(foot)
        self._foot = QHBoxLayout()
        self._foot.setContentsMargins(scaled(8), 0, 0, 0)
        self._foot.addWidget(self._pace, 1)
        self._foot.addWidget(self._pause)
        self._column.addLayout(self._foot)

    def show_page(self, name: str) -> None:
        """Mark the page that is shown."""
        for each, item in self._items.items():
            item.setChecked(each == name)

    def show_frame(self, frame: Frame) -> None:
        """Take the facts and the marks from `frame`."""
        if frame.gpus is not None:
            self._gpus = frame.gpus.gpus
        elif self._gpus is None and frame.state is not State.PAUSED:
            self._gpus = ()
        lines = "\n".join(facts(frame.machine, self._gpus))
        if lines != self._facts.text():
            self._facts.setText(lines)
        found = loudest(frame)
        shape = None if found is None else shape_of_verdict(found.verdict)
        if shape is not self._items[ADVICE].badge:
            self._items[ADVICE].show_badge(shape)
        self._count_runs(len(frame.runs))
        self._count_set()
        self._show_paused(frame.state is State.PAUSED, frame.period_s)

    def _count_runs(self, count: int) -> None:
        item = self._items.get(RUNS)
        if item is None or item.count == count:
            return
        text = self.tr("Runs, {count} running")
        item.show_count(count, text.format(count=count))

    def count_set(self, copy: EnvCopy) -> None:
        """Tell from now on how many variables are set, beside the page of knobs."""
        self._copy = copy

    def _count_set(self) -> None:
        item, copy = self._items.get(KNOBS), self._copy
        if item is None or copy is None or item.count == copy.set_count:
            return
        count = copy.set_count
        text = self.tr("{count} set").format(count=count)
        item.show_count(count, self.tr("Knobs, {count} set").format(count=count), text)

    def _show_paused(self, paused: bool, period_s: float = 1.0) -> None:
        if (paused, period_s) == (self._paused, self._period_s) and self._pace.text():
            return
        self._paused, self._period_s = paused, period_s
        pace = self.tr("Sampling every {time}").format(time=fmt.duration(period_s))
        self._pace.setText(self.tr("Paused") if paused else pace)
        self._pause.set_icon_name("play" if paused else "pause")
        self._pause.set_name(
            self.tr("Resume sampling (Ctrl+P)")
            if paused
            else self.tr("Pause sampling (Ctrl+P)")
        )

    def set_compact(self, compact: bool) -> None:
        """Show icons only, where the window is narrow."""
        if compact == self._compact:
            return
        self._compact = compact
        width = _COMPACT_WIDTH_PX if compact else _WIDTH_PX
        self.setFixedWidth(fonts.scaled(width))
        for part in (self._facts, self._pace, self._rule):
            part.setVisible(not compact)
        self._foot.setContentsMargins(0 if compact else fonts.scaled(8), 0, 0, 0)
        self._brand.set_compact(compact)
        for item in self._items.values():
            item.set_compact(compact)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def focus_page(self) -> None:
        """Give the keyboard to the page that is shown."""
        for item in self._items.values():
            if item.isChecked():
                item.setFocus(Qt.FocusReason.TabFocusReason)

    def next_region(self, page: QWidget) -> None:
        """Give the keyboard to the page, then to each `Region` of it that can be seen
        and takes it, and back to the sidebar.
        """
        here = self.window().focusWidget()
        if here is not None and self.isAncestorOf(here):
            focus_first(page)
            return
        regions = [each for each in page.findChildren(Region) if each.isVisible()]
        inside = [here is not None and each.isAncestorOf(here) for each in regions]
        after = inside.index(True) + 1 if True in inside else 0
        if not any(focus_first(each) for each in regions[after:]):
            self.focus_page()

    def _step(self, step: int) -> None:
        items = list(self._items.values())
        here = items.index(cast(NavItem, self.sender()))
        there = max(0, min(len(items) - 1, here + step))
        items[there].setFocus(Qt.FocusReason.TabFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface and the hairline at its right."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.side)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), self._theme.line)


class _Brand(QWidget):
    """The mark and the name of the app."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._compact = False
        self.setFont(fonts.font("head"))
        self.setFixedHeight(fonts.scaled(_BRAND_PX))
        self.setAccessibleName("traintray")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, side = self._theme, fonts.scaled(_BRAND_PX)
        left = fonts.scaled(6 if self._compact else 8)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(left, (self.height() - side) / 2)
        painter.scale(side / 32, side / 32)
        for x, y, width, height in _TRAY:
            painter.fillRect(QRectF(x, y, width, height), theme.ink)
        for x, empty, hue in ((6, 3, theme.cpu), (17, 8, theme.gpu)):
            painter.fillRect(QRectF(x, 3, 9, empty), faded(theme.ink, 0.22))
            painter.fillRect(QRectF(x, 3 + empty, 9, 23 - empty), hue)
        painter.restore()
        if self._compact:
            return
        painter.setFont(self.font())
        painter.setPen(theme.ink)
        room = QRectF(self.rect()).adjusted(left + side + fonts.scaled(8), 0, 0, 0)
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, where, "traintray")
