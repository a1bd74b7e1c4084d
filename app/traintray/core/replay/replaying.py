"""A machine that is not there: answers as they were written in a trace."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from traintray.core.detection.run import CodeLine, ScriptSign, TrainingRun
from traintray.core.parts import Origin
from traintray.core.progress.progress import NOT_LOOKED
from traintray.core.readings import (
    CgroupReading,
    MemberReading,
    ProcessFacts,
    UsableCpus,
)
from traintray.core.replay.header import Header
from traintray.core.replay.questions import PROGRESS, of_script
from traintray.core.replay.recalled import Recalled
from traintray.core.sampling.clock import Interrupt
from traintray.core.sampling.sensor import Sensor

_GONE = ProcessLookupError("it is not in the recording")


def replayed_origin(
    header: Header, recalled: Recalled, sensors: Sequence[Sensor]
) -> Origin:
    """Return the origin that a trace was recorded from.

    `sensors` are this version's own; they measure nothing here and only say what the
    numbers of their readings are called. Those that the trace does not know are left
    out, and so are those of the trace that this version does not have.
    """
    processes = _ReplayedProcesses(recalled)
    return Origin(
        sensors=[
            processes if s.key == processes.key else _ReplayedSensor(s, recalled)
            for s in sensors
            if s.key in header.sensors
        ],
        processes=processes,
        world=_ReplayedWorld(recalled),
        clock=_ReplayedClock(recalled),
        boot_offset_s=lambda: recalled.offset_s,
        machine=header.machine,
        has_bfloat16=header.has_bfloat16,
        own_pid=header.own_pid,
        progress=_ReplayedProgress(recalled),
    )


class _ReplayedClock:
    """Stands still during a second, and jumps to the next one."""

    def __init__(self, recalled: Recalled) -> None:
        self._recalled = recalled

    def monotonic_s(self) -> float:
        return self._recalled.at_s

    def boot_s(self) -> float:
        return self._recalled.at_s + self._recalled.offset_s

    def wall_s(self) -> float:
        return self._recalled.wall_s

    def sleep_until(self, deadline_s: float, interrupt: Interrupt) -> bool:
        return interrupt.is_set()


class _ReplayedSensor:
    def __init__(self, sensor: Sensor, recalled: Recalled) -> None:
        self.key = sensor.key
        self._sensor = sensor
        self._recalled = recalled

    def read(self, at_s: float) -> Any:
        return self._recalled.reading(self.key)

    def series(self, reading: Any) -> Mapping[str, float | None]:
        return self._sensor.series(reading)

    def reset(self) -> None:
        """Do nothing: what a reset leads to was recorded."""


class _ReplayedProcesses:
    key = "processes"

    def __init__(self, recalled: Recalled) -> None:
        self._recalled = recalled

    def read(self, at_s: float) -> Any:
        return self._recalled.reading(self.key)

    def series(self, reading: Any) -> Mapping[str, float | None]:
        return {}

    def reset(self) -> None:
        """Do nothing: what a reset leads to was recorded."""

    def keep_hot(self, pids: Collection[int]) -> None:
        """Do nothing: what was read was recorded."""


class _ReplayedProgress:
    def __init__(self, recalled: Recalled) -> None:
        self._recalled = recalled

    def update(
        self, runs: Sequence[TrainingRun], at_s: float
    ) -> tuple[TrainingRun, ...]:
        asked = [(run, (PROGRESS, run.key)) for run in runs]
        return tuple(
            replace(run, progress=self._recalled.answer(key, NOT_LOOKED))
            for run, key in asked
        )


class _ReplayedWorld:
    """Answers what was asked while it was recorded. A rule or a detector that asks for
    more than the one that recorded finds the process gone.
    """

    def __init__(self, recalled: Recalled) -> None:
        self._recalled = recalled

    def is_python(self, pid: int) -> bool:
        return self._recalled.answer(("is_python", pid), _GONE)

    def facts(self, pid: int) -> ProcessFacts:
        return self._recalled.answer(("facts", pid), _GONE)

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        return self._recalled.answer(("usable_cpus", pid, mask_of), _GONE)

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        return self._recalled.answer(("allowed_cpus", pid), _GONE)

    def threads(self, pid: int, at_s: float) -> MemberReading:
        return self._recalled.answer(("threads", pid), _GONE)

    def forget(self, pid: int) -> None:
        """Do nothing: nothing is kept open."""

    def reset(self) -> None:
        """Do nothing: what a reset leads to was recorded."""

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        return self._recalled.answer(of_script("code_lines", facts), ())

    def script_signs(self, facts: ProcessFacts) -> tuple[ScriptSign, ...]:
        return self._recalled.answer(of_script("script_signs", facts), ())

    def script_serves(self, facts: ProcessFacts) -> bool:
        return self._recalled.answer(of_script("script_serves", facts), False)

    def has_callers(self, pid: int) -> bool:
        return self._recalled.answer(("has_callers", pid), _GONE)

    def listens(self, pid: int) -> bool:
        return self._recalled.answer(("listens", pid), _GONE)

    def cgroup(self, pid: int) -> CgroupReading:
        return self._recalled.answer(("cgroup", pid), _GONE)

    def proportional_bytes(self, pid: int) -> int | None:
        return self._recalled.answer(("proportional_bytes", pid), None)
