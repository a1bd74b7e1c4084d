"""What a pipeline is put together from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.advice.book import Book
from traintray.core.detection.detector import Detector
from traintray.core.diagnosis.engine import Engine
from traintray.core.frame import Frame, Machine
from traintray.core.history.store import Store
from traintray.core.knobs.knob import Knob
from traintray.core.sampling.sampler import Sampler
from traintray.core.sensors.processes import ProcessTable

Values = Mapping[str, float | None]
Note = Callable[[Frame, Values], None]
"""Hears of each round: its frame, and every number by its name in the store."""


@dataclass(frozen=True)
class Parts:
    """The parts, ready to work."""

    sampler: Sampler
    processes: ProcessTable
    detector: Detector
    engine: Engine
    book: Book
    store: Store
    knobs: Sequence[Knob]
    machine: Machine
    has_bfloat16: bool = False
    note: Note | None = None
