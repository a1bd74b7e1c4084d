"""Every threshold of the diagnosis, in one place."""

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
    startup_cpu_s: float = 4.0
    """A process that has used less CPU time than this still imports its libraries
    (PyTorch 2.13 needs about 2 s here); what it does then says nothing of training."""
    saturated_busy_fraction: float = 0.80
    """Usable CPUs from here on are full."""
    compute_demand_share: float = 0.75
    """A run that computes on the CPU keeps this share of its usable CPUs wanted."""
    main_demand_share: float = 0.60
    """Of the demand, from the processes that compute and not from loader workers."""
    over_demand_ratio: float = 1.5
    """Ready threads per usable CPU from which they take turns. Healthy runs reach
    1.4 (TensorFlow), mild oversubscription begins at 1.46."""
    over_openmp_ratio: float = 1.25
    """The same with OpenMP's own sign: its threads stop spinning and switch."""
    openmp_switches_per_cpu_per_s: float = 1500.0
    several_runs_ratio: float = 1.25
    """Ready threads of all runs together, per usable CPU."""
    worker_share_alone: float = 0.75
    """Loader workers bring at least this share of the demand: they are the cause."""
    worker_share_mixed: float = 0.25
    worker_pool_threads: float = 1.3
    """Demand per worker from which there are threads inside the workers."""
    set_in_code_ratio: float = 1.25
    """Busy threads per thread that variables and defaults explain."""
    swap_bytes_per_s: float = 1e6
    stalled_memory_fraction: float = 0.05
    stalled_io_fraction: float = 0.20

    @property
    def window_s(self) -> float:
        """How far back the votes reach: the condition may miss 3 of 10 seconds."""
        return self.sustained_s / 0.7
