"""Brings frames from the sampling thread to the screen, and says when none come."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.diagnosis.tuning import Tuning
from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.core.parts import Orders
from traintray.core.readings import Gap, GapReason
from traintray.core.sampling.clock import Clock, SystemClock
from traintray.core.sampling.loop import SamplingLoop
from traintray.core.sampling.pace import Pace
from traintray.core.sentence import Sentence
from traintray.ui.bridge import Bridge
from traintray.ui.tray_look import Panel
from traintray.ui.wake import WorthWaking
from traintray.ui.watchdog import Watchdog

log = logging.getLogger(__name__)

STOP_TIMEOUT_S = 1.0


class Source(Protocol):
    """What frames come from: core.pipeline.Pipeline, or a script in a test."""

    @property
    def store(self) -> Store:
        """The series that the graphs draw."""

    def pause(self, paused: bool) -> None:
        """Stop sampling, or go on. Called from the GUI thread."""

    def watch(self, watched: bool) -> None:
        """Say whether somebody looks at the figures. Called from the GUI thread."""

    def tick(self, at_s: float, wall_s: float, missed_ticks: int = 0) -> Frame:
        """Take one sample. Called from the sampling thread."""


@runtime_checkable
class Recorded(Protocol):
    """A source that shows what was, not what is: nobody is told of it by notifications,
    and the window opens on it.
    """

    @property
    def notice(self) -> Sentence:
        """What it is and how far it has come, for the window."""


@runtime_checkable
class Steered(Protocol):
    """A source that the user's settings steer: core.pipeline.Pipeline. A recording
    shows what its own settings made of it.
    """

    @property
    def orders(self) -> Orders:
        """What it may be told from any thread."""


class Feed(QObject):
    """Owns the sampling thread."""

    frame_ready = Signal(object)

    def __init__(
        self,
        source: Source,
        period_s: float,
        panel: Panel,
        parent: QObject | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._clock = clock or SystemClock()
        self._last: Frame | None = None
        self._posted_s = self._clock.monotonic_s()
        self._wake = WorthWaking(source.store, panel)
        self._bridge = Bridge(self._wake, self)
        self._bridge.frame_ready.connect(self._arrived)
        self._watchdog = Watchdog(
            period_s, self._last_post_s, self, self._clock.monotonic_s
        )
        self._watchdog.silent.connect(self._fell_silent)
        self._pace = Pace(period_s)
        self._period_s = period_s
        self._tuning = Tuning()
        self._paused_until_s: float | None = None
        self._loop = SamplingLoop(self._tick, self._clock, period_s)

    @property
    def store(self) -> Store:
        """The series that the graphs draw."""
        return self._source.store

    @property
    def last(self) -> Frame | None:
        """The newest frame that arrived."""
        return self._last

    def start(self) -> None:
        """Begin sampling."""
        self._posted_s = self._clock.monotonic_s()
        self._watchdog.start()
        self._loop.start()

    def stop(self) -> None:
        """End sampling; a thread that hangs in a driver is left behind."""
        if not self._loop.stop(STOP_TIMEOUT_S):
            log.warning("the sampling thread did not end in %g s", STOP_TIMEOUT_S)

    def pause(self, paused: bool, until_s: float | None = None) -> None:
        """Stop sampling, or go on; by itself at `until_s`, in seconds since 1970."""
        self._paused_until_s = until_s if paused else None
        self._source.pause(paused)

    @property
    def can_pick(self) -> bool:
        """Whether a process can be taken for a run: not in a recording."""
        return isinstance(self._source, Steered)

    def pick(self, pid: int, started_ticks: int) -> None:
        """Take this process for a run until it ends."""
        if isinstance(self._source, Steered):
            self._source.orders.pick(pid, started_ticks)

    def expect_gpu(self, expected: bool) -> None:
        """Miss a GPU that cannot be read, or do not."""
        if isinstance(self._source, Steered):
            self._source.orders.expects_gpu = expected

    def set_pace(self, period_s: float, slow_on_battery: bool) -> None:
        """Sample every `period_s`, or more slowly on battery; at once."""
        self._pace.choose(period_s, slow_on_battery)
        self._keep_pace()

    def tune(self, tuning: Tuning) -> None:
        """Judge by these thresholds from the next round on."""
        self._tuning = tuning
        self._steer()

    def speak(self, language: str) -> None:
        """Give advice in this language from the next round on."""
        if isinstance(self._source, Steered):
            self._source.orders.speak(language)

    def watch(self, watched: bool) -> None:
        """Deliver every frame, because a window shows them; or only those that
        change the icon or what is said.
        """
        self._source.watch(watched)
        self._wake.is_watched = watched
        if watched:
            self._bridge.fetch()

    def stand_on(self, panel: Panel) -> None:
        """Compare icons as they look on this panel."""
        self._wake.panel = panel

    def _keep_pace(self) -> None:
        """Follow the choice, or the battery. On either thread."""
        period_s = self._pace.period_s(self._clock.monotonic_s())
        if period_s == self._period_s:
            return
        self._period_s = period_s
        self._watchdog.expect_every(period_s)
        self._loop.set_period(period_s)
        self._steer()

    def _steer(self) -> None:
        if isinstance(self._source, Steered):
            self._source.orders.tune(self._tuning, self._period_s)

    def _tick(self, missed_ticks: int) -> None:
        self._keep_pace()
        at_s, wall_s = self._clock.monotonic_s(), self._clock.wall_s()
        until_s = self._paused_until_s
        if until_s is not None and wall_s >= until_s:
            self.pause(False)
        frame = self._source.tick(at_s, wall_s, missed_ticks)
        if until_s is not None and frame.state is State.PAUSED:
            frame = replace(frame, paused_until_s=until_s)
        self._posted_s = self._clock.monotonic_s()
        self._bridge.post(frame)

    def _last_post_s(self) -> float:
        return self._posted_s

    @Slot(object)
    def _arrived(self, frame: Frame) -> None:
        self._last = frame
        self.frame_ready.emit(frame)

    @Slot()
    def _fell_silent(self) -> None:
        log.error("no data from the sampling thread")
        self._wake.forget()  # what comes back is news, even if it says the same
        if self._last is not None:
            self._arrived(without_data(self._last))


def without_data(frame: Frame) -> Frame:
    """Return a frame that shows nothing measured, instead of the last values."""
    silent = Gap(GapReason.FAILED, "the sampling thread stopped answering")
    return replace(
        frame,
        state=State.NO_DATA,
        cpu=None,
        memory=None,
        pressure={},
        load=None,
        gpus=None,
        runs=(),
        gaps={**frame.gaps, "sampler": silent},
    )
