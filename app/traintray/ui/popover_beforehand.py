"""Has the popover ready before the first click, once somebody trains.

The first click costs 0.3 s where nothing of the popover is imported, and the tray of a
machine on which nobody trains does without it for the sake of its memory. With a run
somebody will click soon, so then it is made, hidden and in pieces: between two of them
the app hears of everything else, and the sampling thread has its turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, SignalInstance, Slot

from traintray.core.frame import Frame
from traintray.ui.renewed_windows import RenewedWindows

WAIT_MS = 5000
"""From the first frame with a run: after a login, or while the run itself starts, both
have more urgent things to do; nobody needs the popover for a run of seconds."""
APART_MS = 100
"""Between two pieces: with some 10 ms of work each this is a tenth of one CPU for the
three seconds that it takes."""
_PARTS = "traintray.ui.popover_parts."
_WIDGETS = "traintray.ui.widgets."
IMPORTS = (
    "traintray.ui.plots.copied_values",
    "traintray.ui.icons",
    _WIDGETS + "buttons",
    _PARTS + "foot",
    _PARTS + "verdict_words",
    _WIDGETS + "label",
    _WIDGETS + "state_view",
    _PARTS + "head",
    _WIDGETS + "sparkline",
    _PARTS + "resource_row",
    _PARTS + "readings",
    _PARTS + "resources",
    _WIDGETS + "verdict_chip",
    "traintray.ui.window.head_row",
    _PARTS + "run_row",
    _PARTS + "unsure_words",
    _PARTS + "words",
    _PARTS + "runs",
    _PARTS + "surface",
    "traintray.ui.popover",
    "traintray.ui.popover_fade",
    "traintray.ui.popover_place",
    "traintray.ui.popover_ways",
)
"""Each after what it needs itself, so that each is a small piece."""


class Beforehand(QObject):
    """Belongs to the windows. A click meanwhile makes what is missing at once."""

    def __init__(
        self,
        windows: RenewedWindows,
        frame_ready: SignalInstance,
        wait_ms: int = WAIT_MS,
        apart_ms: int = APART_MS,
    ) -> None:
        super().__init__(windows)
        self._windows = windows
        self._wait_ms, self._apart_ms = wait_ms, apart_ms
        self._left = self._pieces()
        self._trains = False
        self._watched = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)
        frame_ready.connect(self._note)
        windows.watched_changed.connect(self._watch)
        windows.popover_dropped.connect(self._again)

    def _pieces(self) -> deque[Callable[[], object]]:
        made: deque[Callable[[], object]] = deque()
        made.extend(partial(import_module, name) for name in IMPORTS)
        made.append(_load_fonts)
        made.append(self._windows.make_popover)
        made.append(self._windows.lay_out_popover)
        return made

    @Slot(object)
    def _note(self, frame: Frame) -> None:
        self._trains = bool(frame.runs)
        self._consider()

    @Slot(bool)
    def _watch(self, watched: bool) -> None:
        """Do nothing of it under somebody's eyes; a popover that was opened is made."""
        self._watched = watched
        if self._windows.popover is not None:
            self._left.clear()
        self._consider()

    @Slot()
    def _again(self) -> None:
        """Make another one: the language changed, or the env file."""
        self._left = self._pieces()
        self._consider()

    def _consider(self) -> None:
        if not self._left or not self._trains or self._watched:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(self._wait_ms)

    @Slot()
    def _next(self) -> None:
        self._timer.setInterval(self._apart_ms)
        self._left.popleft()()
        self._consider()


def _load_fonts() -> None:
    from traintray.ui import fonts

    fonts.load()
