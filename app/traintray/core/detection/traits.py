"""What is known of a run as a whole, beside its members."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trends:
    """What took time to see. None: not watched for long enough, or not readable."""

    main_growth_bytes_per_s: float | None = None
    """Steady growth of the private memory of main process and ranks; 0.0 if none."""
    worker_growth_bytes_per_s: float | None = None
    """The same of its loader workers, each shared page counted by its part."""
    main_memory_bytes: float | None = None
    """Private memory of main process and ranks.  `RssAnon` in `/proc/<pid>/status`"""
    worker_memory_bytes: float | None = None
    """Memory of its loader workers, each shared page counted by its part; 0.0 without
    workers.  `Pss` in `/proc/<pid>/smaps_rollup`"""
    growth_watched_s: float = 0.0
    """For how long memory was watched while the run computed."""
    worker_rises: int = 0
    """How often workers came in addition to all that were there, in 10 min."""
    workers_added: int = 0
    """Workers more than the pool had at first."""
    throttled_fraction: float | None = None
    """Share of its quota periods in which the quota ran out, over the last 10 s."""
    memory_left_bytes: int | None = None
    """What its control groups leave it; None without a limit."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What hardly changes. None: could not be read."""

    wider_cpus: int | None = None
    """Logical CPUs in the mask of the process that started it."""
    image_libraries: bool | None = None
    """Libraries that decode or transform samples are mapped."""
    maps_cuda: bool | None = None
    """A GPU build of its framework is mapped."""
    mapped_signs: tuple[tuple[str, str], ...] = ()
    """Measures that a mapped file shows, each with the file. Not trusted text."""
    is_serving: bool = False
    """It answers requests, or tests or installs; it is listed only because the user
    chose it."""
    is_chosen: bool = False
    """The user chose it, or a process that stands for it, such as a shell above."""


NO_TRENDS = Trends()
NO_TRAITS = Traits()
