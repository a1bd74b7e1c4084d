"""What can be measured on this computer, and why something cannot."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from traintray.platform.doctor.check import Check, Health
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import named, sentences
from traintray.ui.spoken import spoken
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead

translate = QCoreApplication.translate

Look = Callable[[], Iterable[Check]]
_SHAPES = {
    Health.OK: Shape.OK,
    Health.ABSENT: Shape.NO_DATA,
    Health.WRONG: Shape.ATTENTION,
}
_SHAPE_PX = 13


class Looking(QObject):
    """Looks on a thread of its own: a driver that hangs must not hang the window."""

    begun = Signal()
    found = Signal(object, bool)
    """The checks that are done, a tuple, after each of them; whether those are all."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look, unless it is being looked."""
        if self._thread is None or not self._thread.is_alive():
            work = partial(_look, self._look, self.found.emit)
            self._thread = threading.Thread(target=work, name="sources", daemon=True)
            self._thread.start()
            self.begun.emit()


def _look(look: Look, tell: Callable[[object, bool], None]) -> None:
    found: list[Check] = []
    with contextlib.suppress(RuntimeError):  # the page is gone
        for check in look():
            found.append(check)
            tell(tuple(found), False)
        tell(tuple(found), True)


class SourcesSection(QWidget):
    """Each source with its shape, its name and what was found."""

    def __init__(self, look: Look, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._columns = 2
        self._cells: list[QWidget] = []
        self._is_known = False
        title = translate("Settings", "Data sources on this computer")
        self.setAccessibleName(title)
        self._waiting = Label("secondary", theme, "ink3")
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, fonts.scaled(8), 0, fonts.scaled(8))
        self._grid.setHorizontalSpacing(fonts.scaled(28))
        self._grid.setVerticalSpacing(fonts.scaled(6))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(SectionHead(title, theme))
        column.addWidget(Hairline(theme, ink="line2"))
        column.addWidget(self._waiting)
        column.addLayout(self._grid)
        self.looking = Looking(look, self)
        self.looking.begun.connect(self._wait)
        self.looking.found.connect(self._show)

    def set_columns(self, count: int) -> None:
        """Lay the sources out in so many columns."""
        if count != self._columns:
            self._columns = count
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    @Slot()
    def _wait(self) -> None:
        """Say since when is looked, the first time; later what is known stays."""
        template = translate("Settings", "Looking at each source since {time}")
        self._waiting.setText(template.format(time=fmt.clock(time.time())))

    @Slot(object, bool)
    def _show(self, checks: tuple[Check, ...], are_all: bool) -> None:
        if self._is_known and not are_all:
            return
        self._is_known = are_all
        self._waiting.setVisible(not are_all)
        for cell in self._cells:
            cell.hide()
            cell.deleteLater()
        self._cells = [_Source(check, self._theme) for check in _worth_showing(checks)]
        self._arrange()

    def _arrange(self) -> None:
        for cell in self._cells:
            self._grid.removeWidget(cell)
        for number, cell in enumerate(self._cells):
            place = divmod(number, self._columns)
            self._grid.addWidget(cell, *place, Qt.AlignmentFlag.AlignTop)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)


class _Source(QWidget):
    def __init__(self, check: Check, theme: Theme) -> None:
        super().__init__()
        said = spoken(check.found)
        if check.remedy is not None:
            said = sentences(_ended(said), spoken(check.remedy))
        name = Label("body", theme)
        name.setText(source_name(check.name))
        found = Label("secondary", theme, "ink3")
        found.setText(said)
        found.setWordWrap(True)
        self.setAccessibleName(named(name.text(), said))
        shape = StateView(_SHAPES[check.health], _SHAPE_PX, theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(8))
        top = Qt.AlignmentFlag.AlignTop
        for widget, above_px in ((shape, 4), (name, 0), (found, 2)):
            holder = QVBoxLayout()
            holder.setContentsMargins(0, fonts.scaled(above_px), 0, 0)
            holder.addWidget(widget, 0, top)
            row.addLayout(holder, 1 if widget is found else 0)


def _ended(said: str) -> str:
    """Return a text as a sentence, before another one."""
    dot = translate("Settings", "{text}.")
    return dot.format(text=said)


def _worth_showing(checks: Iterable[Check]) -> list[Check]:
    """Leave out the vendors of whom there is no GPU where another one has one."""
    found = list(checks)
    is_any = any(
        c.name.startswith("gpu.") and c.health is not Health.ABSENT for c in found
    )
    absent = [
        c for c in found if c.name.startswith("gpu.") and c.health is Health.ABSENT
    ]
    left_out = absent if is_any else absent[1:]
    return [check for check in found if check not in left_out]


def source_name(name: str) -> str:
    """Return what a source is called; one that nobody knows by its identifier."""
    known = {
        "processes": translate("Settings", "Processes"),
        "run_queue_wait": translate("Settings", "Ready threads"),
        "pressure": translate("Settings", "Pressure"),
        "control_groups": translate("Settings", "Control groups"),
        "gpu.nvidia": translate("Settings", "NVIDIA GPU"),
        "gpu.nvidia.driver": translate("Settings", "NVIDIA driver"),
        "gpu.amd": translate("Settings", "AMD GPU"),
        "gpu.intel": translate("Settings", "Intel GPU"),
    }
    return known.get(name, name)
