"""The one door between the sampling thread and the thread that draws."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.frame import Frame


class Bridge(QObject):
    """Hands the newest frame to the GUI thread; frames it missed are dropped.

    `post` may be called from any thread. A stalled GUI finds one frame waiting,
    not a queue of them. While nothing is on the screen most frames show nothing
    new, and waking the GUI for them would double the wake-ups of the app:
    `worth_waking` is asked, on the posting thread, whether this one does. A frame
    that was not worth it waits here until the next one or `fetch`.
    """

    frame_ready = Signal(object)
    _posted = Signal()

    def __init__(
        self,
        worth_waking: Callable[[Frame], bool] = lambda _frame: True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worth_waking = worth_waking
        self._lock = threading.Lock()
        self._newest: Frame | None = None
        self._delivery_due = False
        self._posted.connect(self._deliver)

    def post(self, frame: Frame) -> None:
        """Offer a frame."""
        wake = self._worth_waking(frame)
        with self._lock:
            self._newest = frame
            emit = wake and not self._delivery_due
            self._delivery_due = self._delivery_due or wake
        if emit:
            self._posted.emit()

    def fetch(self) -> None:
        """Deliver the frame that waits, if one does. Only from the GUI thread."""
        self._deliver()

    @Slot()
    def _deliver(self) -> None:
        with self._lock:
            frame, self._newest = self._newest, None
            self._delivery_due = False
        if frame is not None:
            self.frame_ready.emit(frame)
