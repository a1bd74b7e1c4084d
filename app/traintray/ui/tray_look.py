"""What decides how the tray icon looks: values that can be compared. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from traintray.core.state import State
from traintray.ui.tray_grid import GRIDS

if TYPE_CHECKING:  # the first icon is shown before there is any frame
    from traintray.core.frame import Frame
    from traintray.core.history.store import Store

_MEAN_S = 5.0

Steps = tuple[int, ...]
"""Height of one bar at each of the `SIZES`; empty when its load is not known."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What the icon stands on."""

    dark: bool
    monochrome: bool = False
    """Draw in the panel's ink alone, as macOS and some users want it."""


@dataclass(frozen=True, slots=True)
class TrayLook:
    """All that decides how the icon looks; draw it again only when this changes."""

    state: State
    cpu_steps: Steps
    gpu_steps: Steps | None
    """None on a machine without GPU: the CPU bar is wide."""
    panel: Panel


def first_look(panel: Panel) -> TrayLook:
    """Return the look before anything was measured."""
    return look_for(State.NO_DATA, None, None, has_gpu=False, panel=panel)


def look_for(
    state: State,
    cpu_fraction: float | None,
    gpu_fraction: float | None,
    has_gpu: bool,
    panel: Panel,
) -> TrayLook:
    """Return the look for loads of 0..1, None for one that is not known.

    While paused or without data no load is shown, so none makes a difference.
    """
    blind = state in (State.PAUSED, State.NO_DATA)
    cpu = () if blind else steps_for(cpu_fraction)
    gpu = () if blind else steps_for(gpu_fraction)
    return TrayLook(state, cpu, gpu if has_gpu else None, panel)


def steps_for(fraction: float | None) -> Steps:
    """Return the height of a bar at each size; any load at all shows one pixel."""
    if fraction is None or math.isnan(fraction):
        return ()
    load = max(0.0, min(1.0, fraction))
    least = 1 if load > 0 else 0
    return tuple(
        max(least, math.floor(load * grid.steps + 0.5)) for grid in GRIDS.values()
    )


@dataclass(frozen=True, slots=True)
class Loads:
    """What the bars stand for, 0..1; None for a load that is not known."""

    cpu: float | None
    gpu: float | None
    """Mean of the GPUs on which runs compute; where none does, of all to train on."""
    has_gpu: bool


def loads_of(frame: Frame, store: Store) -> Loads:
    """Return the loads of a frame, over the last 5 s.

    Of the GPUs that runs use the mean, else of all. Over 5 s: a GPU that waits for
    each batch would otherwise make the icon dance.
    """
    from traintray.core.detection.gpu_users import runs_on  # not for the first icon

    since_s = frame.at_s - _MEAN_S
    cpu = _mean(store.values("cpu.busy_fraction", since_s))
    gpus = frame.gpus.to_train_on if frame.gpus is not None else ()
    runs = [view.run for view in frame.runs]
    used = [gpu for gpu in gpus if runs_on(gpu, runs)]
    busy: list[float] = []
    for gpu in used or gpus:
        if gpu.busy_fraction is not None:
            busy += store.values(f"gpu.{gpu.uuid}.busy_fraction", since_s)
    has_gpu = bool(gpus or frame.machine.gpu_names or frame.machine.gpu_expected)
    return Loads(cpu, _mean(busy), has_gpu)


def look_for_frame(frame: Frame, store: Store, panel: Panel) -> TrayLook:
    """Return the look for a frame, with its loads over the last 5 s."""
    loads = loads_of(frame, store)
    return look_for(frame.state, loads.cpu, loads.gpu, loads.has_gpu, panel)


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
