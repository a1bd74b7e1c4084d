"""What `traintray knobs` sees of the machine and of the run that is asked about."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from traintray.cli.chosen import chosen_settings, terminals
from traintray.cli.progress import progress_line
from traintray.cli.watching import PERIOD_S, Watch, watch
from traintray.core.advice.offers import Seen
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import Finding, Unknown
from traintray.core.discovery import collect
from traintray.core.frame import RunView, demand_of
from traintray.core.knobs.installed import find_library
from traintray.core.knobs.legal import Bounds
from traintray.core.readings import GpuReading
from traintray.core.sampling.clock import Interrupt, SystemClock
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.process_facts import read_mapped_files
from traintray.core.sensors.usable_cpus import read_usable_cpus

_FIRST_LOOK_S = 3.0
"""Rates need two readings, threads a third: then it is known whether a run computes."""
_ACTIVE_S = 0.5
_MORE_S = 10.0
"""Beyond the time for which a rule has to hold: what a finding needs to be told."""


class NoSuchRunError(Exception):
    """The process that was asked about is not there."""


@dataclass(frozen=True)
class Scene:
    """What there is to be divided, and among whom."""

    bounds: Bounds
    seen: Seen | None
    """None when no run computes, or when nobody looked."""
    other_runs: int = 0


def unwatched() -> Scene:
    """Return the machine alone, at once."""
    return Scene(_bounds(None, ()), None)


def look(pid: int | None, watch_s: float | None) -> Scene:
    """Watch until something can be said of a run; shortly, when none computes.

    `pid`: a process of the run; None is the one that computes most. Raises
    NoSuchRunError.
    """
    if pid is not None and not os.path.exists(f"/proc/{pid}"):  # noqa: PTH110
        raise NoSuchRunError(f"there is no process {pid}")
    sustained_s = chosen_settings().sustained_s
    clock = SystemClock()
    pipeline = build_pipeline(
        Wishes(
            sustained_s=sustained_s,
            min_active_s=_ACTIVE_S,
            forced_pid=pid,
            clock=clock,
            terminals=terminals(),
        )
    )
    seen = watch(pipeline, clock, _FIRST_LOOK_S)
    whole_s = sustained_s + _MORE_S if watch_s is None else watch_s
    if seen.runs and whole_s > _FIRST_LOOK_S:
        # Two rounds in one instant would divide by next to nothing.
        clock.sleep_until(clock.monotonic_s() + PERIOD_S, Interrupt())
        seen = watch(pipeline, clock, whole_s - _FIRST_LOOK_S, progress_line)
    frame = seen.last_frame
    gpus = frame.gpus.gpus if frame is not None and frame.gpus is not None else ()
    return _scene(_alive(seen), pid, gpus)


def _alive(seen: Watch) -> tuple[RunView, ...]:
    return () if seen.last_frame is None else seen.last_frame.runs


def _scene(
    views: tuple[RunView, ...], pid: int | None, gpus: Iterable[GpuReading]
) -> Scene:
    views = tuple(sorted(views, key=demand_of, reverse=True))
    chosen = [v for v in views if pid is None or v.run.traits.is_chosen]
    if not chosen:
        return Scene(_bounds(None, gpus), None)
    view = chosen[0]
    return Scene(_bounds(view.run, gpus), _seen(view, len(views)), len(views) - 1)


def _seen(view: RunView, run_count: int) -> Seen:
    verdict = view.verdict
    finding = verdict if isinstance(verdict, Finding) else None
    return Seen(
        run=view.run,
        run_count=run_count,
        finding=finding,
        first_knob=_first_knob(finding),
        is_judged=not isinstance(verdict, Unknown),
        mapped_files=_mapped(view.run),
    )


def _first_knob(finding: Finding | None) -> str:
    for rule in collect(rules, "RULE", Rule) if finding else ():
        if finding and rule.kind == finding.kind and rule.knobs:
            return rule.knobs[0]
    return ""


def _mapped(run: TrainingRun) -> frozenset[str] | None:
    """Return what all processes that compute or load have mapped."""
    found: set[str] = set()
    for member in run.with_roles(Role.MAIN, Role.RANK, Role.WORKER):
        try:
            found |= read_mapped_files(member.pid)
        except OSError:
            continue  # gone meanwhile, or of another user
    return frozenset(found) or None


def _bounds(run: TrainingRun | None, gpus: Iterable[GpuReading]) -> Bounds:
    nvidia = [gpu for gpu in gpus if gpu.vendor == "nvidia"]
    uuids = tuple(g.uuid for g in sorted(nvidia, key=lambda gpu: gpu.bus_id))
    usable = run.usable_cpus if run else read_usable_cpus(os.getpid())
    present = run.thread_variables if run else None
    if present is None:
        present = {k: v for k, v in os.environ.items() if k == "LD_PRELOAD"}
    return Bounds(
        usable=usable,
        memory_bytes=read_machine().memory_bytes,
        gpu_uuids=uuids or None,
        present=present,
        find_library=find_library,
    )
