"""What a pipeline is put together from, and what it may be told while it runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from traintray.core.advice.book import Book
from traintray.core.detection.detector import Detector
from traintray.core.detection.run import TrainingRun
from traintray.core.detection.world import World
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.tuning import Tuning
from traintray.core.frame import Frame, Machine
from traintray.core.history.store import Store
from traintray.core.knobs.knob import Knob
from traintray.core.sampling.clock import Clock
from traintray.core.sampling.sampler import Sampler
from traintray.core.sampling.sensor import Sensor
from traintray.core.sensors.cpu_clocks import CpuClocksSensor
from traintray.core.sensors.plugin import Attention

Values = Mapping[str, float | None]
Note = Callable[[Frame, Values], None]
"""Hears of each round: its frame, and every number by its name in the store."""


class Processes(Protocol):
    """The process table, as far as a pipeline steers it."""

    def keep_hot(self, pids: Collection[int]) -> None:
        """Read these each time, from now until the next call."""
        ...


class ProgressOfRuns(Protocol):
    """What looks at what the runs write."""

    def update(
        self, runs: Sequence[TrainingRun], at_s: float
    ) -> tuple[TrainingRun, ...]:
        """Return the runs with what was found at the last look."""
        ...


@dataclass(frozen=True)
class Origin:
    """All that a pipeline knows of a machine: this one, or one that was recorded."""

    sensors: Sequence[Sensor]
    """The process table is among them."""
    processes: Processes
    world: World
    clock: Clock
    boot_offset_s: Callable[[], float]
    """How far the boot clock is ahead of the monotonic one now."""
    machine: Machine
    has_bfloat16: bool
    own_pid: int | None = None
    """The program that watches, if it is not this process."""
    progress: ProgressOfRuns | None = None
    """None where nobody looks."""
    clocks: CpuClocksSensor | None = None
    """Asks for the clocks of the CPUs that runs may use; None where nobody can."""
    attention: Attention = field(default_factory=Attention)
    """Tells the sensors whether somebody looks."""


@dataclass(frozen=True)
class Parts:
    """The parts, ready to work."""

    sampler: Sampler
    processes: Processes
    detector: Detector
    engine: Engine
    book: Book
    store: Store
    knobs: Sequence[Knob]
    machine: Machine
    has_bfloat16: bool = False
    note: Note | None = None
    own_pid: int | None = None
    """As in `Origin`."""
    progress: ProgressOfRuns | None = None
    """As in `Origin`."""
    clocks: CpuClocksSensor | None = None
    """As in `Origin`."""
    attention: Attention = field(default_factory=Attention)
    """As in `Origin`."""


class Orders:
    """What the user changes while a pipeline runs. It follows at its next round."""

    def __init__(self, engine: Engine, book: Book) -> None:
        self._engine = engine
        self._wanted: tuple[Tuning, float] | None = None
        self._picked: deque[tuple[int, int]] = deque()
        self.book = book
        self.period_s = 1.0
        self.expects_gpu = True
        """False: the user says that there is none to be read here."""

    def tune(self, tuning: Tuning, period_s: float) -> None:
        """Judge by these thresholds, for rounds that come every `period_s`. From any
        thread.
        """
        self._wanted = (tuning, period_s)

    def speak(self, language: str) -> None:
        """Give advice in this language, `en` or `zh_CN`. From any thread."""
        self.book = Book(language)

    def pick(self, pid: int, started_ticks: int) -> None:
        """Take this process for a run until it ends. From any thread."""
        self._picked.append((pid, started_ticks))

    def follow(self, detector: Detector) -> None:
        """Do what was wanted last. On the thread of the rounds."""
        while self._picked:
            detector.force(*self._picked.popleft())
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self._engine.tune(*wanted)
            self.period_s = wanted[1]
