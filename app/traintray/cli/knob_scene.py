"""What `traintray knobs` sees of the machine and of the run that is asked about."""

from __future__ import annotations

import os
from collections.abc import Iterable

from traintray.cli.chosen import chosen_settings, terminals
from traintray.cli.progress import progress_line
from traintray.cli.watching import PERIOD_S, Watch, watch
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.detection.run import TrainingRun
from traintray.core.frame import RunView, demand_of
from traintray.core.knob_table.scene import Scene, bounds_of, mapped_by, seen_of
from traintray.core.knobs.legal import Bounds
from traintray.core.readings import GpuReading
from traintray.core.sampling.clock import Interrupt, SystemClock
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.usable_cpus import read_usable_cpus
from traintray.settings.tuning import tuning_of

_FIRST_LOOK_S = 3.0
"""Rates need two readings, threads a third: then it is known whether a run computes."""
_ACTIVE_S = 0.5
_MORE_S = 10.0
"""Beyond the time for which a rule has to hold: what a finding needs to be told."""


class NoSuchRunError(Exception):
    """The process that was asked about is not there."""


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
    chosen = chosen_settings()
    clock = SystemClock()
    pipeline = build_pipeline(
        Wishes(
            sustained_s=chosen.sustained_s,
            tuning=tuning_of(chosen),
            min_active_s=_ACTIVE_S,
            forced_pid=pid,
            clock=clock,
            terminals=terminals(),
        )
    )
    seen = watch(pipeline, clock, _FIRST_LOOK_S)
    whole_s = chosen.sustained_s + _MORE_S if watch_s is None else watch_s
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
    seen = seen_of(view, len(views), mapped_by(view.run))
    return Scene(_bounds(view.run, gpus), seen, len(views) - 1)


def _bounds(run: TrainingRun | None, gpus: Iterable[GpuReading]) -> Bounds:
    usable = run.usable_cpus if run else read_usable_cpus(os.getpid())
    return bounds_of(run, usable, read_machine().memory_bytes, gpus)
