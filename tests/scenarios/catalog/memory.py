"""Memory that runs out, slowly or at once."""

from __future__ import annotations

from scenarios.scenario import Cage, Scenario, workload

MIB, GIB = 1 << 20, 1 << 30
COMPUTE = frozenset({"cpu_compute"})
TORCH = ("torch",)

SCENARIOS = (
    Scenario(
        "swaps",
        frozenset({"swapping"}),
        "900 MB or more are drawn at random within 750 MiB of memory",
        workload("swap_run.py"),
        vary={"data_mb": (900, 1000), "batch": (16, 32)},
        cage=Cage(memory_bytes=750 * MIB, swap_bytes=2 * GIB),
        also_true=COMPUTE,
        modules=TORCH,
    ),
    Scenario(
        "graph_kept",
        frozenset({"memory_growth"}),
        "losses are kept with their graphs: ten to twenty MB a second, for ever",
        workload("graph_kept.py"),
        vary={"kept_per_s": (1.5, 1.0, 2.5), "batch": (16, 24)},
        also_true=COMPUTE,
        seconds=150.0,
        least_s=60.0,
        is_steady=False,
        modules=TORCH,
    ),
    Scenario(
        "slow_leak",
        frozenset({"memory_growth"}),
        "a history grows by one to four MB a second, for ever",
        workload("slow_leak.py"),
        vary={"mb_per_s": (3.0, 1.5, 4.0), "batch": (64, 32)},
        also_true=COMPUTE,
        seconds=150.0,
        least_s=60.0,
        is_steady=False,
        modules=TORCH,
    ),
    Scenario(
        "loaders_kept",
        frozenset({"workers_pile_up"}),
        "every epoch makes new persistent workers and keeps the old ones",
        workload("pile_up.py"),
        vary={"epoch_s": (15.0, 12.0), "batch": (64, 32)},
        also_true=COMPUTE,
        seconds=80.0,
        least_s=40.0,
        is_steady=False,
        modules=TORCH,
    ),
)
