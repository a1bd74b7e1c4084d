"""Says so when frames stop coming, instead of showing the last one for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

PATIENCE_PERIODS = 5
_MARGIN_S = 0.05


class Watchdog(QObject):
    """Watches when the last frame was posted.

    It looks again no sooner than a fault can be due, so it costs one wake-up in
    five periods. A machine that was suspended has a stopped monotonic clock and
    raises no alarm.
    """

    silent = Signal()
    """No frame for PATIENCE_PERIODS. Told once, until frames come again."""
    looked = Signal()
    """It was awake anyhow: the moment for what should happen now and then."""

    def __init__(
        self,
        period_s: float,
        last_post_s: Callable[[], float],
        parent: QObject | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._patience_s = PATIENCE_PERIODS * period_s
        self._last_post_s = last_post_s
        self._now_s = now_s
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Begin; the first frame is due within PATIENCE_PERIODS from now."""
        self._wait(self._patience_s)

    def expect_every(self, period_s: float) -> None:
        """Wait for frames that come at another pace. From any thread: it counts when
        it looks the next time.
        """
        self._patience_s = PATIENCE_PERIODS * period_s

    @Slot()
    def look(self) -> None:
        """Compare the clock with the last frame."""
        silent_s = self._now_s() - self._last_post_s()
        if silent_s < self._patience_s:
            self._told = False
            self._wait(self._patience_s - silent_s)
        else:
            if not self._told:
                self._told = True
                self.silent.emit()
            self._wait(self._patience_s)
        self.looked.emit()

    def _wait(self, seconds: float) -> None:
        self._timer.start(round((seconds + _MARGIN_S) * 1000))
