"""Whether a run's own computation fills the CPU, and which GPU it could use instead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from traintray.core.diagnosis.compute_cores import busy_limit, compute_cores
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Window
from traintray.core.diagnosis.verdict import Comparison, Evidence, Unit


@dataclass(frozen=True, slots=True)
class ComputeLimits:
    """Thresholds of the rules that ask for computing on the CPU."""

    compute_demand_share: float = 0.75
    """A run that computes on the CPU keeps this share of its cores wanted, those left
    out that its loader workers want: healthy runs keep 0.97 to 1.0, and one that rests
    between steps stays below. A pool sized beside workers is as full as any."""
    least_running_share: float = 0.5
    """Of what it wants and could have, the run itself must get this share. Below,
    other programs fill the CPU, and its computation is not what does."""
    foreign_share_shown: float = 0.1
    """From this share of its CPUs on, what others take is shown beside: it is no
    cause yet (a quarter is), but a tenth costs a run with barriers about a tenth of
    its speed (measured: an eighth costs 18 %)."""
    throttled_fraction: float = 0.1
    """From this share of its periods on a quota holds the run up. A run that fits its
    quota is stopped in none or in single ones; one with twice the threads in 85 %."""


class Gpu(Enum):
    """What a run has of the GPUs."""

    NONE = "none"
    """There is none, or none that the run may see."""
    FREE = "free"
    """It uses none, and one that it may use has nobody on it."""
    TAKEN = "taken"
    """It uses none, and others are on all of them."""
    USED = "used"
    """It has one in use."""


GPU_FIGURES = ("run.gpus", "run.gpus_used", "run.free_gpus")
NEEDS = (
    "run.usable_cpus",
    "run.usable_busy_fraction",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
    "run.most_busy_threads",
    "run.most_demand_threads",
    "run.workers",
    "run.computing_ranks",
)
WANTS = (
    *GPU_FIGURES,
    "run.physical_cores",
    "run.running_cores",
    "run.pipeline_demand_threads",
    "memory.swap_in_bytes_per_s",
    "memory.swap_out_bytes_per_s",
)


def gpu_of(n: Numbers) -> Gpu | None:
    """Return what the run has of the GPUs; None when that cannot be told."""
    gpus, used = n.get("run.gpus"), n.get("run.gpus_used")
    if gpus == 0:
        return Gpu.NONE
    if gpus is None or used is None:
        return None
    if used > 0:
        return Gpu.USED
    free = n.get("run.free_gpus")
    if free is None:
        return None
    return Gpu.FREE if free > 0 else Gpu.TAKEN


def fills_the_cpu(n: Numbers, policy: Policy, limits: ComputeLimits) -> bool:
    """Tell whether computing, not loading data, keeps the cores full."""
    demand = n["run.demand_threads"]
    main = n["run.main_demand_threads"]
    return (
        not _is_swapping(n, policy)
        and n["run.usable_busy_fraction"]
        >= busy_limit(n, policy.saturated_busy_fraction)
        and main >= _least_wanted(n, limits)
        and computing_demand(n) >= policy.main_demand_share * demand
        and demand < policy.over_demand_ratio * max(1.0, n["run.usable_cpus"])
        and _gets_what_it_wants(n, limits)
    )


def computing_demand(n: Numbers) -> float:
    """Return the demand of computing processes without the threads in them that
    prepare data: those of a pipeline do not compute.
    """
    pipelines = n.get("run.pipeline_demand_threads", 0.0)
    return max(0.0, n["run.main_demand_threads"] - pipelines)


def _least_wanted(n: Numbers, limits: ComputeLimits) -> float:
    """Return the demand of computing processes from which they fill what the workers
    leave, half of the cores at the least.
    """
    cores = compute_cores(n)
    left = max(cores / 2, cores - n["run.worker_demand_threads"])
    return limits.compute_demand_share * left


def _is_swapping(n: Numbers, policy: Policy) -> bool:
    """Pages that move to and from swap are the cause; full CPUs are what follows."""
    moved = n.get("memory.swap_in_bytes_per_s", 0.0)
    moved += n.get("memory.swap_out_bytes_per_s", 0.0)
    return moved >= policy.swap_bytes_per_s


def _gets_what_it_wants(n: Numbers, limits: ComputeLimits) -> bool:
    running = n.get("run.running_cores")
    wanted = min(n["run.demand_threads"], n["run.usable_cpus"])
    return running is None or running >= limits.least_running_share * wanted


def compute_facts(window: Window) -> dict[str, float | str]:
    """Return what the texts need to say who computes."""
    m = window.medians(*NEEDS, *WANTS)
    demand = m["run.demand_threads"]
    return {
        "ready_threads": demand,
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "workers": m["run.workers"],
        "ranks": m["run.computing_ranks"],
        "threads_per_process": max(
            m["run.most_busy_threads"], m["run.most_demand_threads"]
        ),
        "main_demand_fraction": _main_fraction(m),
    }


def _main_fraction(m: Numbers) -> float:
    demand = m["run.demand_threads"]
    return computing_demand(m) / demand if demand else 0.0


def compute_evidence(
    window: Window, policy: Policy, limits: ComputeLimits
) -> tuple[Evidence, ...]:
    """Return the numbers that show computing on the CPU, next to their thresholds."""
    beside = ("run.foreign_cores", "run.throttled_fraction")
    m = window.medians(*NEEDS, *WANTS, *beside)
    cpus = m["run.usable_cpus"]
    at_least, fraction = Comparison.AT_LEAST, Unit.FRACTION
    full = busy_limit(m, policy.saturated_busy_fraction)
    wanted = _least_wanted(m, limits)
    busy, main = m["run.usable_busy_fraction"], m["run.main_demand_threads"]
    rows = [
        Evidence("usable_busy_fraction", busy, full, at_least, fraction, 1.0),
        Evidence("main_demand_threads", main, wanted, at_least, Unit.THREADS, 2 * cpus),
        main_share(m, policy),
    ]
    foreign = m.get("run.foreign_cores", 0.0)
    shown = limits.foreign_share_shown * cpus
    if foreign >= shown:
        rows.append(
            Evidence("foreign_cores", foreign, shown, at_least, Unit.CORES, cpus)
        )
    throttled, limit = m.get("run.throttled_fraction", 0.0), limits.throttled_fraction
    if throttled >= limit:
        rows.append(
            Evidence("throttled_fraction", throttled, limit, at_least, fraction, 1.0)
        )
    return tuple(rows)


def main_share(m: Numbers, policy: Policy) -> Evidence:
    """Return how much of the demand is computing, next to what makes it the cause."""
    return Evidence(
        "main_demand_fraction",
        _main_fraction(m),
        policy.main_demand_share,
        Comparison.AT_LEAST,
        Unit.FRACTION,
        scale=1.0,
    )
