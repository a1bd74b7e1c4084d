"""Writes down all that a pipeline is told while it works.

The pipeline asks its sensors, its world and its clock as always; what they answer goes
into the trace on the way. What is written of a second is complete when the pipeline
has made its frame, so a second that is in the file is whole.
"""

from __future__ import annotations

import os
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from traintray import __version__
from traintray.core.detection.run import CodeLine, ScriptSign, TrainingRun
from traintray.core.detection.world import World
from traintray.core.frame import Frame
from traintray.core.parts import Origin, ProgressOfRuns, Values
from traintray.core.readings import (
    CgroupReading,
    MemberReading,
    ProcessFacts,
    UsableCpus,
)
from traintray.core.replay import header as heading
from traintray.core.replay.header import Header
from traintray.core.replay.questions import PROGRESS, Key
from traintray.core.replay.scribe import Scribe
from traintray.core.sampling.clock import Clock, Interrupt
from traintray.core.sampling.sensor import Sensor

T = TypeVar("T")
Clean = Callable[[Any], Any]
"""Returns a value without what is not to be told."""


class Lines(Protocol):
    """Where the lines go: `trace_file.LineWriter`, or a list in a test."""

    def write(self, value: dict[str, Any]) -> None:
        """Take one line."""
        ...


class Recording:
    """Stands between a pipeline and its origin.

    `clean` sees each answer before it is written, not before it is used.
    """

    def __init__(self, origin: Origin, lines: Lines, clean: Clean) -> None:
        self._origin = origin
        self._lines = lines
        self._scribe = Scribe(clean)
        self._clock = _RecordedClock(origin.clock, self._scribe)

    def begin(
        self,
        *,
        sustained_s: float,
        min_active_s: float,
        forced_pid: int | None,
        is_scrubbed: bool,
        thresholds: Mapping[str, float] | None = None,
    ) -> None:
        """Write the first line; what the pipeline was asked for is in it."""
        origin = self._origin
        header = Header(
            version=__version__,
            wall_s=origin.clock.wall_s(),
            sensors=tuple(sensor.key for sensor in origin.sensors),
            machine=origin.machine,
            has_bfloat16=origin.has_bfloat16,
            own_pid=os.getpid() if origin.own_pid is None else origin.own_pid,
            sustained_s=sustained_s,
            min_active_s=min_active_s,
            forced_pid=forced_pid,
            is_scrubbed=is_scrubbed,
            thresholds=thresholds or {},
        )
        self._lines.write(heading.written(header))

    def origin(self) -> Origin:
        """Return the origin that a pipeline has to be given instead."""
        scribe = self._scribe
        return replace(
            self._origin,
            sensors=[_RecordedSensor(s, scribe) for s in self._origin.sensors],
            world=_RecordedWorld(self._origin.world, scribe),
            clock=self._clock,
            progress=self._progress(),
            boot_offset_s=lambda: self._clock.offset_s,
        )

    def _progress(self) -> ProgressOfRuns | None:
        progress = self._origin.progress
        return None if progress is None else _RecordedProgress(progress, self._scribe)

    def note(self, frame: Frame, values: Values) -> None:
        """Write the line of a second; the pipeline's `note`.

        OSError when the disk is full.
        """
        del values
        self._lines.write(self._scribe.line(frame))


class _RecordedClock:
    """The clock, with an offset that stays the same throughout a second.

    It is rounded to milliseconds: the kernel counts the starts of processes in
    hundredths, and two readings of the clocks are always some microseconds apart.
    """

    def __init__(self, clock: Clock, scribe: Scribe) -> None:
        self._clock = clock
        self._scribe = scribe
        self.offset_s = 0.0

    def monotonic_s(self) -> float:
        return self._clock.monotonic_s()

    def boot_s(self) -> float:
        now_s = self._clock.monotonic_s()
        self.offset_s = round(self._clock.boot_s() - now_s, 3)
        self._scribe.note_offset(self.offset_s)
        return now_s + self.offset_s

    def wall_s(self) -> float:
        return self._clock.wall_s()

    def sleep_until(self, deadline_s: float, interrupt: Interrupt) -> bool:
        return self._clock.sleep_until(deadline_s, interrupt)


class _RecordedSensor:
    def __init__(self, sensor: Sensor, scribe: Scribe) -> None:
        self.key = sensor.key
        self._sensor = sensor
        self._scribe = scribe
        self._kind = kind_of(sensor)

    def read(self, at_s: float) -> Any:
        try:
            reading = self._sensor.read(at_s)
        except OSError as error:
            self._scribe.note_refused(self.key, error)
            raise
        self._scribe.note_reading(self.key, self._kind, reading, at_s)
        return reading

    def series(self, reading: Any) -> Mapping[str, float | None]:
        return self._sensor.series(reading)

    def reset(self) -> None:
        self._sensor.reset()


def kind_of(sensor: Sensor) -> Any:
    """Return the type of a sensor's readings: what `read` says that it returns."""
    return typing.get_type_hints(type(sensor).read)["return"]


class _RecordedProgress:
    def __init__(self, progress: ProgressOfRuns, scribe: Scribe) -> None:
        self._progress = progress
        self._scribe = scribe

    def update(
        self, runs: Sequence[TrainingRun], at_s: float
    ) -> tuple[TrainingRun, ...]:
        found = self._progress.update(runs, at_s)
        for run in found:
            self._scribe.note_answer((PROGRESS, run.key), run.progress)
        return found


class _RecordedWorld:
    def __init__(self, world: World, scribe: Scribe) -> None:
        self._world = world
        self._scribe = scribe

    def is_python(self, pid: int) -> bool:
        return self._ask(("is_python", pid), lambda: self._world.is_python(pid))

    def facts(self, pid: int) -> ProcessFacts:
        return self._ask(("facts", pid), lambda: self._world.facts(pid))

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        key = ("usable_cpus", pid, mask_of)
        return self._ask(key, lambda: self._world.usable_cpus(pid, mask_of))

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        return self._ask(("allowed_cpus", pid), lambda: self._world.allowed_cpus(pid))

    def threads(self, pid: int, at_s: float) -> MemberReading:
        return self._ask(("threads", pid), lambda: self._world.threads(pid, at_s))

    def forget(self, pid: int) -> None:
        self._world.forget(pid)

    def reset(self) -> None:
        self._world.reset()

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        key = self._scribe.of_script("code_lines", facts)
        return self._ask(key, lambda: self._world.code_lines(facts))

    def script_signs(self, facts: ProcessFacts) -> tuple[ScriptSign, ...]:
        key = self._scribe.of_script("script_signs", facts)
        return self._ask(key, lambda: self._world.script_signs(facts))

    def script_serves(self, facts: ProcessFacts) -> bool:
        key = self._scribe.of_script("script_serves", facts)
        return self._ask(key, lambda: self._world.script_serves(facts))

    def has_callers(self, pid: int) -> bool:
        return self._ask(("has_callers", pid), lambda: self._world.has_callers(pid))

    def listens(self, pid: int) -> bool:
        return self._ask(("listens", pid), lambda: self._world.listens(pid))

    def cgroup(self, pid: int) -> CgroupReading:
        return self._ask(("cgroup", pid), lambda: self._world.cgroup(pid))

    def proportional_bytes(self, pid: int) -> int | None:
        key = ("proportional_bytes", pid)
        return self._ask(key, lambda: self._world.proportional_bytes(pid))

    def _ask(self, key: Key, question: Callable[[], T]) -> T:
        try:
            answer = question()
        except OSError as error:
            self._scribe.note_answer(key, error)
            raise
        self._scribe.note_answer(key, answer)
        return answer
