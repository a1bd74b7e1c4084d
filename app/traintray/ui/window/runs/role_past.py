"""What the graphs of a run draw: its roles over time, and where memory leads."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.reading import ArchiveReader
from traintray.core.detection.run import TrainingRun

FIGURES = (
    *("main_running_cores", "worker_running_cores", "running_cores", "usable_cpus"),
    *("main_memory_bytes", "worker_memory_bytes"),
)
Samples = Mapping[str, Sequence[float]]
"""By figure, all of the same length as the times; NaN where nothing was measured."""

_POINTS = 300
_NICE = (1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Projection:
    """Where memory leads if it goes on growing like this."""

    bytes_per_s: float
    of_workers: bool
    """The workers grow more than the main process."""
    full_in_s: float | None
    """None when it is not known how much is left."""
    left_bytes: float | None


@dataclass(frozen=True, slots=True)
class RolePast:
    """Series over one span of time, oldest first; NaN is a hole."""

    times_s: tuple[float, ...]
    """Seconds on one axis, such as those since 1970."""
    main_share: tuple[float, ...]
    """CPU time of main process and ranks as a part of what the run may use."""
    worker_share: tuple[float, ...]
    other_share: tuple[float, ...]
    main_bytes: tuple[float, ...]
    worker_bytes: tuple[float, ...]
    since_s: float
    until_s: float
    projection: Projection | None = None


def role_past(
    times_s: Sequence[float],
    samples: Samples,
    span: tuple[float, float],
    projection: Projection | None = None,
) -> RolePast:
    """Return what is to be drawn of `samples` between the two times of `span`."""
    usable = samples["usable_cpus"]
    main = _shares(samples["main_running_cores"], usable)
    worker = _shares(samples["worker_running_cores"], usable)
    whole = _shares(samples["running_cores"], usable)
    known = zip(whole, main, worker, strict=True)
    other = tuple(max(0.0, all_ - a - b) for all_, a, b in known)
    return RolePast(
        tuple(times_s),
        main,
        worker,
        other,
        tuple(samples["main_memory_bytes"]),
        tuple(samples["worker_memory_bytes"]),
        span[0],
        span[1],
        projection,
    )


def _shares(cores: Sequence[float], usable: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        used / may if may > 0 else math.nan
        for used, may in zip(cores, usable, strict=True)
    )


def last_known(values: Sequence[float]) -> float | None:
    """Return the newest value that was measured; None if there is none."""
    return next((v for v in reversed(values) if not math.isnan(v)), None)


def nice_top(largest: float) -> float:
    """Return 1, 2 or 4 times a power of ten that is not below `largest`, at least 1."""
    if largest <= 1:
        return 1.0
    power = 10.0 ** math.floor(math.log10(largest))
    for factor in (*_NICE, 10.0):
        if largest <= factor * power:
            return factor * power
    return 10.0 * power


def projection(
    main_bytes_per_s: float | None,
    worker_bytes_per_s: float | None,
    left_bytes: float | None,
) -> Projection | None:
    """Return where steady growth leads; None when nothing grows or it is not known."""
    main, workers = main_bytes_per_s or 0.0, worker_bytes_per_s or 0.0
    growth = main + workers
    if growth <= 0:
        return None
    full_in_s = None if left_bytes is None else left_bytes / growth
    return Projection(growth, workers > main, full_in_s, left_bytes)


def projection_of(
    run: TrainingRun, last: Callable[[str], float | None]
) -> Projection | None:
    """Return where the memory of a run that lives leads; `last` as of the store."""
    trends = run.trends
    left = last(f"run.{run.key}.memory_available_bytes")
    return projection(
        trends.main_growth_bytes_per_s, trends.worker_growth_bytes_per_s, left
    )


def live_samples(
    copy: Callable[[str, float], tuple[Sequence[float], Sequence[float]]],
    run_key: str,
    since_s: float,
) -> tuple[Sequence[float], Samples]:
    """Return times and samples of a run that lives; `copy` as of the store."""
    found = {name: copy(f"run.{run_key}.{name}", since_s) for name in FIGURES}
    count = min(len(times) for times, _ in found.values())
    times = found[FIGURES[0]][0][:count]
    return times, {name: values[:count] for name, (_, values) in found.items()}


def past_of(
    reader: ArchiveReader, identity: str, span: tuple[float, float]
) -> RolePast | None:
    """Return the series of a run that has ended; None when none were kept."""
    keys = {name: f"run/{identity}/{name}" for name in FIGURES}
    found = reader.many(list(keys.values()), span[0], span[1] + 1.0, _POINTS)
    times = next(iter(found.values())).times
    samples = {name: found[key].mean for name, key in keys.items()}
    return role_past(times, samples, span) if times else None
