"""Puts the real pipeline together. The one place that knows all parts of the core."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from traintray.core.advice.book import Book
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.detection.proc_world import ProcWorld
from traintray.core.detection.run_progress import RunProgress
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.tuning import Tuning
from traintray.core.discovery import collect
from traintray.core.frame import Machine
from traintray.core.history.store import Store
from traintray.core.knobs import shelf
from traintray.core.parts import Note, Origin, Parts
from traintray.core.pipeline import Pipeline
from traintray.core.sampling.clock import Clock, SystemClock
from traintray.core.sampling.sampler import Sampler
from traintray.core.sampling.system import system_sensors
from traintray.core.sensors.cpu_clocks import CpuClocksSensor
from traintray.core.sensors.cpu_features import has_bfloat16
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.plugin import Attention
from traintray.core.sensors.process_facts import thread_group
from traintray.core.sensors.processes import ProcessTable
from traintray.core.sensors.procfile import ProcFile

if TYPE_CHECKING:
    from traintray.core.progress.watch import ProgressWatch
    from traintray.core.replay.recording import Clean, Lines
    from traintray.core.replay.replay import Replay

HISTORY_SAMPLES = 1200
"""20 minutes at one sample per second."""


@dataclass(frozen=True)
class Wishes:
    """What the caller may choose about a pipeline."""

    sustained_s: float = 15.0
    language: str = "en"
    min_active_s: float = 4.0
    """For how long a tree must have computed to count as a run."""
    forced_pid: int | None = None
    """A process to treat as a run, whatever it has mapped."""
    clock: Clock = field(default_factory=SystemClock)
    root: Path = Path("/")
    tuning: Tuning | None = None
    """All thresholds that a user may move; it has a `sustained_s` of its own. None:
    the usual ones."""
    terminals: Path | None = None
    """Where `traintray run` leaves the progress that it sees."""


def build_pipeline(wishes: Wishes, note: Note | None = None) -> Pipeline:
    """Return a pipeline that watches this machine; `note` hears of each round.

    Raises OSError when `/proc` cannot be read: there is nothing to watch then.
    """
    wishes = _of_whole_process(wishes)
    origin = this_machine(wishes.root, wishes.clock)
    return assemble(wishes, replace(origin, progress=_progress(wishes)), note)


def build_recorded(
    wishes: Wishes, lines: Lines, clean: Clean, *, is_scrubbed: bool = False
) -> Pipeline:
    """Return a pipeline that writes down all that it is told of this machine.

    The first line is written at once. `clean` as in `Recording`. OSError as in
    `build_pipeline`, and when the trace cannot be written, then at a tick too.
    """
    from traintray.core.replay.recording import Recording

    wishes = _of_whole_process(wishes)
    origin = this_machine(wishes.root, wishes.clock)
    origin = replace(origin, progress=_progress(wishes))
    recording = Recording(origin, lines, clean)
    recording.begin(
        sustained_s=wishes.sustained_s,
        min_active_s=wishes.min_active_s,
        forced_pid=wishes.forced_pid,
        is_scrubbed=is_scrubbed,
        thresholds=asdict(
            wishes.tuning or replace(Tuning(), sustained_s=wishes.sustained_s)
        ),
    )
    return assemble(wishes, recording.origin(), recording.note)


def build_replay(path: Path, language: str = "en") -> Replay:
    """Return what plays a trace through a pipeline like the one that recorded it.

    OSError when the file cannot be read, NoTraceError when it is no trace.
    """
    from traintray.core.replay.replay import Replay
    from traintray.core.replay.trace import Trace

    trace = Trace(path, (*system_sensors(), ProcessTable()))
    header = trace.header
    wishes = Wishes(
        sustained_s=header.sustained_s,
        min_active_s=header.min_active_s,
        forced_pid=header.forced_pid,
        language=language,
        tuning=Tuning.of({"sustained_s": header.sustained_s, **header.thresholds}),
    )
    return Replay(trace, assemble(wishes, trace.origin))


def _of_whole_process(wishes: Wishes) -> Wishes:
    """Return the same wishes, where the number of a thread stands for its process."""
    forced = wishes.forced_pid
    if forced is None:
        return wishes
    return replace(wishes, forced_pid=thread_group(forced, wishes.root))


def this_machine(root: Path, clock: Clock) -> Origin:
    """Return what is known of the machine whose file system is `root`."""
    stat = ProcFile(root / "proc/stat")
    processes = ProcessTable(root, stat=stat)
    attention = Attention()
    sensors = system_sensors(root, stat, attention)
    clocks = [one for one in sensors if isinstance(one, CpuClocksSensor)]
    return Origin(
        sensors=(*sensors, processes),
        processes=processes,
        world=ProcWorld(root),
        clock=clock,
        boot_offset_s=lambda: clock.boot_s() - clock.monotonic_s(),
        machine=_machine(root),
        has_bfloat16=has_bfloat16(root),
        clocks=next(iter(clocks), None),
        attention=attention,
    )


def assemble(wishes: Wishes, origin: Origin, note: Note | None = None) -> Pipeline:
    """Return a pipeline that watches what `origin` tells of."""
    store = Store(HISTORY_SAMPLES)
    detector = Detector(
        origin.world,
        collect(frameworks, "FRAMEWORK", Framework),
        min_active_s=wishes.min_active_s,
        boot_offset_s=origin.boot_offset_s,
    )
    if wishes.forced_pid is not None:
        detector.force(wishes.forced_pid)
    found = collect(rules, "RULE", Rule)
    engine = Engine(found, store, Policy(sustained_s=wishes.sustained_s))
    if wishes.tuning is not None:
        engine.tune(wishes.tuning)
    first_knobs = {name for rule in found for name in rule.knobs[:1]}
    return Pipeline(
        Parts(
            sampler=Sampler(origin.sensors, origin.clock),
            processes=origin.processes,
            detector=detector,
            engine=engine,
            book=Book(wishes.language),
            store=store,
            knobs=tuple(map(shelf.find, sorted(first_knobs))),
            machine=origin.machine,
            has_bfloat16=origin.has_bfloat16,
            note=note,
            own_pid=origin.own_pid,
            progress=origin.progress,
            clocks=origin.clocks,
            attention=origin.attention,
        )
    )


def _progress(wishes: Wishes) -> RunProgress:
    def watch() -> ProgressWatch:
        # Only where there is a run.
        from traintray.core.progress.watch import ProgressWatch

        return ProgressWatch(wishes.terminals, wishes.root)

    return RunProgress(watch)


def _machine(root: Path) -> Machine:
    facts = read_machine(root)
    return Machine(
        physical_cores=facts.physical_cores,
        logical_cpus=facts.logical_cpus,
        memory_bytes=facts.memory_bytes,
        swap_bytes=facts.swap_bytes,
        gpu_names=(),
        gpu_expected=facts.gpu_expected,
    )
