"""Measure how fast this machine computes: the CPU time of a fixed piece of work."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from traintray.core.sensors.plugin import SensorPlugin, Series

EVERY_S = 5.0
_TRIES = 3
"""The first one after a sleep finds cold caches; interrupts hit one of them at most."""
_ROUNDS = 800
"""50 to 100 µs of CPU time, so that three tries every five seconds cost nothing."""


@dataclass(frozen=True, slots=True)
class FixedWorkReading:
    """How long the work took at one instant."""

    cpu_time_s: float
    """CPU time of the same integer arithmetic each time, the least of three tries.
    Longer when the clock is lower, when the other hyperthread of the core is busy, or
    when the host of a virtual machine does that, which nothing in `/proc` tells.
    `python -m timeit "for i in range(800): i * i & 7"` prints nearly the same"""


class FixedWorkSensor:
    """Works for a moment, on whatever CPU the sampling thread is, and looks how long
    that took. `cpu_time_s` is the clock; a test hands in one of its own.
    """

    key = "cpu.fixed_work"

    def __init__(self, cpu_time_s: Callable[[], float] = time.thread_time) -> None:
        self._cpu_time_s = cpu_time_s
        self._next_at_s = -math.inf
        self._last = FixedWorkReading(0.0)

    def read(self, at_s: float) -> FixedWorkReading:
        """Return what was measured within the last `EVERY_S`, or measure now."""
        if at_s >= self._next_at_s:
            self._next_at_s = at_s + EVERY_S
            self._last = FixedWorkReading(min(self._try() for _ in range(_TRIES)))
        return self._last

    def series(self, reading: FixedWorkReading) -> Series:
        """Name the time."""
        return {"cpu.fixed_work_s": reading.cpu_time_s}

    def reset(self) -> None:
        """Measure anew at once."""
        self._next_at_s = -math.inf

    def _try(self) -> float:
        began_s = self._cpu_time_s()
        total = 0
        for number in range(_ROUNDS):
            total += number * number & 7
        return self._cpu_time_s() - began_s


SENSOR = SensorPlugin(lambda _kernel: (FixedWorkSensor(),))
