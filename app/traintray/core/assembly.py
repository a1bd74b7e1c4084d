"""Puts the real pipeline together. The one place that knows all parts of the core."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from traintray.core.advice.book import Book
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.detection.proc_world import ProcWorld
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.core.frame import Machine
from traintray.core.history.store import Store
from traintray.core.knobs import catalog
from traintray.core.knobs.knob import Knob
from traintray.core.parts import Note, Origin, Parts
from traintray.core.pipeline import Pipeline
from traintray.core.sampling.clock import Clock, SystemClock
from traintray.core.sampling.sampler import Sampler
from traintray.core.sampling.system import system_sensors
from traintray.core.sensors.cpu_clocks import CpuClocksSensor
from traintray.core.sensors.cpu_features import has_bfloat16
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.process_facts import thread_group
from traintray.core.sensors.processes import ProcessTable
from traintray.core.sensors.procfile import ProcFile

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


def build_pipeline(wishes: Wishes) -> Pipeline:
    """Return a pipeline that watches this machine.

    Raises OSError when `/proc` cannot be read: there is nothing to watch then.
    """
    forced = wishes.forced_pid
    if forced is not None:
        wishes = replace(wishes, forced_pid=thread_group(forced, wishes.root))
    return assemble(wishes, this_machine(wishes.root, wishes.clock))


def this_machine(root: Path, clock: Clock) -> Origin:
    """Return what is known of the machine whose file system is `root`."""
    stat = ProcFile(root / "proc/stat")
    processes = ProcessTable(root, stat=stat)
    return Origin(
        sensors=(*system_sensors(root, stat), processes),
        processes=processes,
        world=ProcWorld(root),
        clock=clock,
        boot_offset_s=lambda: clock.boot_s() - clock.monotonic_s(),
        machine=_machine(root),
        has_bfloat16=has_bfloat16(root),
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
    policy = Policy(sustained_s=wishes.sustained_s)
    clocks = [one for one in origin.sensors if isinstance(one, CpuClocksSensor)]
    return Pipeline(
        Parts(
            sampler=Sampler(origin.sensors, origin.clock),
            processes=origin.processes,
            detector=detector,
            engine=Engine(collect(rules, "RULE", Rule), store, policy),
            book=Book(wishes.language),
            store=store,
            knobs=collect(catalog, "KNOB", Knob),
            machine=origin.machine,
            has_bfloat16=origin.has_bfloat16,
            note=note,
            own_pid=origin.own_pid,
            clocks=next(iter(clocks), None),
        )
    )


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
