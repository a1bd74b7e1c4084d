"""How one training framework is recognised from outside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

_OWN_SHARE = 0.3
"""Share of the demand from which threads tell who computes. The Python thread that
feeds them brings one CPU at most; pools that merely load data stay well below."""


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework. Each is one file in `frameworks/`."""

    name: str
    """Stable identifier, such as `pytorch`."""
    label: str
    """As its authors write it: `PyTorch`."""
    mapped_fragments: tuple[str, ...]
    """Parts of the path of a library that is mapped once it is imported."""
    pools_compute: bool
    """Whether joblib's pools fit the model itself, as they do in classical learning;
    beside a deep learning framework they prepare its data."""
    rank: int
    """When several are mapped, the lowest wins: deep learning libraries before
    those that they or their users import along the way."""
    thread_names: tuple[str, ...] = ()
    """How the names of threads begin that only this framework starts to compute."""
    pools_come_first: bool = False
    """Its pools are started before the threads that bear its names, so that a thread
    without a name that comes after these is not its own."""
    gpu_fragments: tuple[str, ...] = ()
    """Parts of the path of a library that only its builds for GPUs map."""


def recognise_all(
    mapped_files: Collection[str], frameworks: Sequence[Framework]
) -> tuple[Framework, ...]:
    """Return every framework that the mapped files show, by rank."""
    paths = "\n".join(mapped_files)
    return tuple(
        framework
        for framework in sorted(frameworks, key=lambda f: f.rank)
        if any(part in paths for part in framework.mapped_fragments)
    )


def by_threads(
    mapped: Sequence[Framework], demand_by_name: Mapping[str, float]
) -> Framework | None:
    """Return which of several mapped frameworks computes; None when none is mapped.

    One library may import another, so threads that bear a framework's own name and
    bring a good part of the demand decide; without such threads, the rank does.
    """
    if len(mapped) < 2:
        return next(iter(mapped), None)
    whole = sum(demand_by_name.values())
    for framework in mapped:
        own = sum(
            demand
            for name, demand in demand_by_name.items()
            if framework.thread_names and name.startswith(framework.thread_names)
        )
        if whole > 0 and own >= _OWN_SHARE * whole:
            return framework
    return min(mapped, key=lambda f: f.rank)
