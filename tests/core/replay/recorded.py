"""A made-up machine that is recorded second by second, and replayed from the file."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from core.detection.fake_world import FakeWorld
from core.test_pipeline import FULL, MACHINE
from fakes import FakeClock
from traintray.core.assembly import Wishes, assemble
from traintray.core.frame import Frame
from traintray.core.parts import Origin
from traintray.core.readings import CpuReading, GpusReading, LoadReading
from traintray.core.replay.recording import Recording
from traintray.core.replay.replay import Replay
from traintray.core.replay.trace import Trace
from traintray.core.replay.trace_file import LineWriter
from traintray.core.sensors.process_table_reading import ProcessTableReading


class Sensor:
    """Says what it was told to say, or raises it."""

    key = ""

    def __init__(self, says: Any) -> None:
        self.says = says

    def series(self, reading):
        return {}

    def reset(self):
        pass

    def answer(self):
        if isinstance(self.says, OSError):
            raise self.says
        return self.says


class Cpu(Sensor):
    key = "cpu"

    def read(self, at_s: float) -> CpuReading:
        return self.answer()

    def series(self, reading):
        return {"cpu.busy_fraction": reading.total.busy}


class Gpus(Sensor):
    key = "gpus"

    def read(self, at_s: float) -> GpusReading:
        return self.answer()


class Load(Sensor):
    key = "load"

    def read(self, at_s: float) -> LoadReading:
        return self.answer()


class Processes(Sensor):
    key = "processes"

    def __init__(self, world: FakeWorld) -> None:
        super().__init__(None)
        self.world = world

    def read(self, at_s: float) -> ProcessTableReading:
        self.answer()
        seen = self.world.table(at_s)
        return ProcessTableReading(
            seen.processes, seen.started, seen.ended, seen.busy, 0, len(seen.processes)
        )

    def keep_hot(self, pids):
        pass


class Recorded:
    """Records a fake world; `frames` is what was shown live."""

    def __init__(
        self,
        path: Path,
        *processes,
        clean=lambda value: value,
        world=None,
        progress=None,
        tuning=None,
    ):
        self.path = path
        self._traces: list[Trace] = []
        self.world = FakeWorld(*processes) if world is None else world
        self.clock = FakeClock()
        self.cpu = Cpu(CpuReading(FULL, (FULL, FULL)))
        self.gpus = Gpus(GpusReading(()))
        self.load = Load(LoadReading(1.0, 2, None, None))
        self.processes = Processes(self.world)
        self.sensors = [self.cpu, self.gpus, self.load, self.processes]
        self.lines = LineWriter(path)
        clock = self.clock
        recording = Recording(
            Origin(
                sensors=self.sensors,
                processes=self.processes,
                world=self.world,
                clock=clock,
                boot_offset_s=lambda: clock.boot_s() - clock.monotonic_s(),
                machine=MACHINE,
                has_bfloat16=False,
                own_pid=1,
                progress=progress,
            ),
            self.lines,
            clean,
        )
        recording.begin(
            sustained_s=15.0,
            min_active_s=4.0,
            forced_pid=None,
            is_scrubbed=False,
            thresholds=None if tuning is None else asdict(tuning),
        )
        self.origin = recording.origin()
        self.pipeline = assemble(Wishes(tuning=tuning), self.origin, recording.note)
        self.frames: list[Frame] = []

    def ticks(self, count: int) -> Recorded:
        for _ in range(count):
            self.clock.advance(1.0)
            now_s = self.clock.monotonic_s()
            self.frames.append(self.pipeline.tick(now_s, self.clock.wall_s()))
        return self

    def replay(self, sustained_s: float = 15.0) -> Replay:
        """Return the replay of what was written so far, ready for its first second."""
        trace = Trace(self.path, self.sensors)
        self._traces.append(trace)
        return Replay(trace, assemble(Wishes(sustained_s), trace.origin))

    def close(self) -> None:
        self.lines.close()
        for trace in self._traces:
            trace.close()


def played(replay: Replay) -> list[Frame]:
    """Play to the end; return all frames."""
    frames = []
    while (frame := replay.step()) is not None:
        frames.append(frame)
    return frames


def comparable(frames: list[Frame]) -> list[Frame]:
    """Return frames without what measuring has cost, which no replay can know."""
    return [replace(frame, sensor_cost_s={}) for frame in frames]
