"""The table of knobs: groups of lines, what is said of each folded below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.knobs.columns import LEFT_PX
from traintray.ui.window.knobs.detail import KnobDetail
from traintray.ui.window.knobs.heads import GroupHead, TableHead
from traintray.ui.window.knobs.line import Group, Line
from traintray.ui.window.knobs.row import KnobRow
from traintray.ui.window.retheme import retheme_children

Matches = Callable[..., bool]


class KnobTable(QWidget):
    """Lines that have little to tell are folded away until somebody asks for them, or
    looks for one by the filter.
    """

    acted = Signal(str)
    """Key of the line whose button was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._groups: tuple[Group, ...] = ()
        self._matches: Matches = lambda *_texts: True
        self._is_filtered = False
        self._shows_all = False
        self._open: set[str] = set()
        self.rows: dict[str, KnobRow] = {}
        self.details: dict[str, KnobDetail] = {}
        self._heads: dict[str, GroupHead] = {}
        self.more = QuietButton("", theme, Size.TABLE)
        self.more.clicked.connect(self._toggle_all)
        self.nothing = Label("secondary", theme, "ink3")
        self.nothing.setText(self.tr("No knob matches the filter."))
        self._lay_out()

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show these; what has not changed is left alone."""
        if tuple(groups) == self._groups:
            return
        self._groups = tuple(groups)
        self._fill()

    def show_matching(self, matches: Matches, is_filtered: bool) -> None:
        """Show only lines whose texts match; then nothing is folded away."""
        self._matches, self._is_filtered = matches, is_filtered
        self._fill()

    @property
    def shown_keys(self) -> list[str]:
        """The lines that are shown, from top to bottom."""
        return [line.key for group in self._groups for line in self._shown(group)]

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _lay_out(self) -> None:
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        below = QHBoxLayout()
        below.setContentsMargins(fonts.scaled(LEFT_PX - 9), fonts.scaled(6), 0, 0)
        below.addWidget(self.more)
        below.addStretch(1)
        inset = QHBoxLayout()
        inset.setContentsMargins(fonts.scaled(LEFT_PX), fonts.scaled(8), 0, 0)
        inset.addWidget(self.nothing)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(TableHead(self._theme))
        whole.addLayout(self._column)
        whole.addLayout(inset)
        whole.addLayout(below)

    def _shown(self, group: Group) -> list[Line]:
        if self._is_filtered:
            return [line for line in group.lines if self._matches(*line.searched)]
        if self._shows_all:
            return list(group.lines)
        return [line for line in group.lines if line.is_telling]

    def _fill(self) -> None:
        """Put the widgets of what is shown in their order; hide the others."""
        wanted: list[QWidget] = []
        for group in self._groups:
            lines = self._shown(group)
            is_first = group is self._groups[0] and not self._is_filtered
            if lines or is_first:  # its head says why there are none
                wanted.append(self._head(group))
            for line in lines:
                wanted += self._widgets(line)
        for at in reversed(range(self._column.count())):
            item = self._column.itemAt(at)
            widget = item.widget() if item is not None else None
            if widget is not None and widget not in wanted:
                self._column.removeWidget(widget)
                widget.hide()
        for at, widget in enumerate(wanted):
            if self._column.indexOf(widget) != at:
                self._column.removeWidget(widget)  # else the place may be past the end
                self._column.insertWidget(at, widget)
            widget.show()
        self.nothing.setVisible(self._is_filtered and not wanted)
        self._put_in_order()
        self._show_more()

    def _head(self, group: Group) -> GroupHead:
        if group.name not in self._heads:
            self._heads[group.name] = GroupHead(self._theme)
        head = self._heads[group.name]
        head.show_texts(group.name, group.about)
        return head

    def _widgets(self, line: Line) -> list[QWidget]:
        row = self.rows.get(line.key)
        if row is None:
            row = self.rows[line.key] = KnobRow(line, self._theme)
            row.toggled.connect(self._toggled)
            row.stepped.connect(self._step)
            row.acted.connect(self.acted)
        row.show_line(line)
        if line.key not in self._open:
            return [row]
        detail = self.details.get(line.key)
        if detail is None:
            detail = self.details[line.key] = KnobDetail(self._theme)
        detail.show_facts(line.facts)
        return [row, detail]

    def _put_in_order(self) -> None:
        """Let the Tab key go from row to row: they were made after what is below."""
        before: QWidget = self.more
        for number in range(self._column.count()):
            item = self._column.itemAt(number)
            row = item.widget() if item is not None else None
            for stop in () if row is None else (row, *row.findChildren(QWidget)):
                if stop.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    QWidget.setTabOrder(before, stop)
                    before = stop
        QWidget.setTabOrder(before, self.more)

    def _show_more(self) -> None:
        count = sum(not line.is_telling for g in self._groups for line in g.lines)
        self.more.setVisible(bool(count) and not self._is_filtered)
        if self._shows_all:
            self.more.setText(self.tr("Fewer knobs"))
            self.more.set_icon_name("minus")
        else:
            template = self.tr("{count} more knobs, none asked for now")
            self.more.setText(template.format(count=count))
            self.more.set_icon_name("plus")

    @Slot()
    def _toggle_all(self) -> None:
        self._shows_all = not self._shows_all
        self._fill()

    @Slot(bool)
    def _toggled(self, is_open: bool) -> None:
        row = self.sender()
        if isinstance(row, KnobRow):
            (self._open.add if is_open else self._open.discard)(row.line.key)
            self._fill()

    @Slot(int)
    def _step(self, step: int) -> None:
        row = self.sender()
        keys = self.shown_keys
        if isinstance(row, KnobRow) and row.line.key in keys:
            at = max(0, min(len(keys) - 1, keys.index(row.line.key) + step))
            self.rows[keys[at]].setFocus(Qt.FocusReason.TabFocusReason)
