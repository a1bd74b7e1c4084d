"""The thresholds that several rules share. Each rule keeps its own beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """When a number counts. The recorded runs in tests/traces hold each of them."""

    sustained_s: float = 15.0
    """For how long a condition must have held within `window_s`."""
    release_share: float = 0.53
    """A finding ends when its condition held for less than this share of
    `sustained_s` within the window."""
    startup_cpu_s: float = 2.5
    """A process that has used less CPU time than this still imports its libraries
    (PyTorch 2.13 needs about 2 s here); what it does then says nothing of training.
    Until something is told it uses several seconds more. Eight processes that share a
    CPU need 20 s for this much: more would make them wait for no reason."""
    warm_up_cpu_s: float = 60.0
    """A process that computes for less CPU time than this may still prepare itself:
    tracing and compiling twelve transformer layers took 54 s here."""
    building_faults_per_s: float = 700.0
    """Pages of new memory that such a process touches: 1,100 and more were measured
    while networks were traced, at most 330 of training in one thread."""
    saturated_busy_fraction: float = 0.80
    """Usable CPUs from here on are full."""
    over_demand_ratio: float = 1.5
    """Ready threads per usable CPU from which they take turns. Healthy runs reach
    1.4 (TensorFlow), mild oversubscription begins at 1.46."""
    main_demand_share: float = 0.60
    """The run is what its computing processes do when they bring this share of the
    demand, and what its loader workers do when those bring it: both are clear
    majorities, with a gap between them in which neither is named."""
    swap_bytes_per_s: float = 2.0**20
    """Pages that move to and from swap: 256 pages a second. A machine that evicts
    idle pages now and then stays below; the recorded swapping run moves 49 MiB/s."""
    saturated_worker_threads: float = 0.80
    """Demand from which a loader worker never rests: it would as soon as its queue is
    full. Workers that a consumer waited for had 0.94 to 1.01, all others at most
    0.22."""
    waiting_fraction: float = 0.20
    """A consumer that waits this share of its time is held up by its input:
    TensorFlow's profiler draws the same line ("highly input-bound")."""
    waiting_main_threads: float = 0.35
    """Demand of a main process that waits, where a GPU may compute for it: at most
    0.21 was measured of one that waits, 0.73 and more of one that works."""

    longest_step_s: float = 2.5
    """A second is judged for the time since the one before, at most this long: the
    usual second and a half more, as graphs end a line. Where a slower pace is chosen
    it is that pace and a second and a half more."""

    @property
    def window_s(self) -> float:
        """How far back the votes reach: the condition may miss 3 of 10 seconds."""
        return self.sustained_s / 0.7
