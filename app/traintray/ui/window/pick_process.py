"""Asks which process is a training run, where none was recognised."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from traintray.core.detection.run import Consumer
from traintray.ui import fonts, style
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton
from traintray.ui.widgets.label import Label
from traintray.ui.window.keyed_button import KeyedButton
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.retheme import retheme_children

_WIDTH_PX = 460
_LIST_PX = 168
_PID_PX = 96
_MARGINS_PX = (20, 18, 20, 16)
_PID = Qt.ItemDataRole.UserRole


class PickProcess(QDialog):
    """Lists the programs that use the CPU; another one is named by its PID."""

    picked = Signal(int)
    """PID of a process that is there."""

    def __init__(
        self,
        theme: Theme,
        programs: Sequence[Consumer],
        is_there: Callable[[int], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_there = is_there
        style.apply(self, theme)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Programs that use the CPU"))
        self.pid = QLineEdit()
        self.pid.setAccessibleName(self.tr("PID of the process"))
        self.message = MessageLine(theme, above_px=8)
        self.cancel_button = KeyedButton(self.tr("Cancel"), self.tr("Esc"), theme)
        self.watch_button = PrimaryButton(self.tr("Watch as a run"), theme)
        self.watch_button.setDefault(True)
        self._lay_out()
        self._fill(programs)
        self.list.currentItemChanged.connect(self._take_chosen)
        self.list.itemActivated.connect(self.watch)
        self.pid.textChanged.connect(self._look)
        self.cancel_button.clicked.connect(self.reject)
        self.watch_button.clicked.connect(self.watch)
        self._look()
        self.list.setCurrentRow(0)  # the busiest

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        style.apply(self, theme)
        self.list.setPalette(style.palette(theme))
        retheme_children(self, theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        QPainter(self).fillRect(event.rect(), self._theme.bg)

    @Slot()
    def watch(self) -> None:
        """Name the process and close; stay open where there is none."""
        pid = self._number()
        if pid is None:
            return
        if self._is_there(pid):
            self.picked.emit(pid)
            self.accept()
            return
        text = self.tr("There is no process with the PID {pid}.")
        self.message.show_text(text.format(pid=pid))
        self._take_room()

    def _number(self) -> int | None:
        text = self.pid.text().strip()
        return int(text) if text.isascii() and text.isdigit() else None

    def _fill(self, programs: Sequence[Consumer]) -> None:
        for one in programs:
            text = self.tr("{name} · PID {pid} · {cores} CPUs busy").format(
                name=one.name, pid=one.pid, cores=fmt.load(one.cpu_cores)
            )
            item = QListWidgetItem(text)
            item.setData(_PID, one.pid)
            item.setToolTip(text)
            self.list.addItem(item)

    @Slot(QListWidgetItem)
    def _take_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.pid.setText(str(item.data(_PID)))

    @Slot()
    def _look(self) -> None:
        if self.message.text:
            self.message.show_text("")
            self._take_room()
        self.watch_button.setEnabled(self._number() is not None)

    def _take_room(self) -> None:
        """Be as high as what is shown needs, at the width of the dialog."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.totalHeightForWidth(self.width()))

    def _lay_out(self) -> None:
        self.setWindowTitle(self.tr("Pick a process"))
        title = Label("verdict", self._theme)
        title.setText(self.windowTitle())
        text = self._explanation()
        self._dress_list()
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, _MARGINS_PX))
        column.setSpacing(fonts.scaled(8))
        for widget in (title, text, self.list):
            column.addWidget(widget)
        column.addLayout(self._pid_row())
        column.addWidget(self.message)
        column.addLayout(self._buttons())
        self.setFixedWidth(fonts.scaled(_WIDTH_PX))
        self._take_room()

    def _dress_list(self) -> None:
        self.list.setFont(fonts.font("body"))
        self.list.setPalette(style.palette(self._theme))
        self.list.setFixedHeight(fonts.scaled(_LIST_PX))
        self.list.setSpacing(fonts.scaled(3))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff  # a long name is cut, not scrolled
        )

    def _explanation(self) -> Label:
        text = Label("body", self._theme, "ink2")
        text.setWordWrap(True)
        text.setText(
            self.tr(
                "It is watched as a training run until it ends, with all that it"
                " starts. The process itself is not touched."
            )
        )
        return text

    def _pid_row(self) -> QHBoxLayout:
        label = Label("body", self._theme)
        label.setText(self.tr("PID"))
        self.pid.setFont(fonts.font("label"))
        self.pid.setMaxLength(10)
        self.pid.setFixedWidth(fonts.scaled(_PID_PX))
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(8))
        row.addWidget(label)
        row.addWidget(self.pid)
        row.addStretch(1)
        return row

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(8))
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.watch_button)
        return row
