"""The data comes from storage more slowly than it is used up."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.answers import at_least, either, every
from traintray.core.diagnosis.consumer import (
    CONSUMER,
    CONSUMER_NEEDS,
    main_each_threads,
    waiting_fraction,
    waits,
)
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Resource,
    Severity,
    Unit,
)

KIND = "disk_bound"
PRESSURE, IOWAIT = "pressure.io.stalled_fraction", "run.iowait_cpus"
_BAR_BYTES_PER_S = 1e9
"""Length of the bar: what one fast disk of today gives."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    stalled_io_fraction: float = 0.20
    """Share of time in which some task waits for storage: as long as a consumer has
    to wait to be held up by it. 0.92 was measured of a run that reads without a
    pause, at most 0.06 of all that do not read."""
    iowait_cpus: float = 0.20
    """Where the kernel does not count stalls: CPUs that idle while a read is due.
    One process that always waits keeps one CPU there."""
    read_bytes_per_s: float = 5e6
    """The run itself fetches data: fifty pictures of 100 kB a second. A program that
    reads its libraries or writes a log stays below."""
    waiting_share: float = 0.25
    """Or that share of its loading processes waits for storage at this moment: small
    scattered reads keep them waiting at very few bytes."""
    stalled_memory_fraction: float = 0.05
    """From here on memory is short, and reads are pages that had to be dropped."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    if _memory_is_short(n, policy, limits) or _is_busy(n, policy):
        return False
    return every(_stalls(n, limits), _reads(n, limits), waits(n, policy))


def _memory_is_short(n: Numbers, policy: Policy, limits: Limits) -> bool:
    """Tell whether pages come back that were taken away: then storage is slow only
    because memory is full.
    """
    moved = n.get("memory.swap_in_bytes_per_s", 0.0)
    moved += n.get("memory.swap_out_bytes_per_s", 0.0)
    stalled = n.get("pressure.memory.stalled_fraction", 0.0)
    return moved >= policy.swap_bytes_per_s or stalled >= limits.stalled_memory_fraction


def _is_busy(n: Numbers, policy: Policy) -> bool:
    """Tell whether those who load the data hardly rest: then the CPU is the limit."""
    return _each_loading(n) >= policy.saturated_worker_threads


def _each_loading(n: Numbers) -> float:
    """Return the demand of each process that loads the data: a worker, or a main
    process without workers.
    """
    workers = n["run.workers"]
    return n["run.worker_demand_threads"] / workers if workers else main_each_threads(n)


def _stalls(n: Numbers, limits: Limits) -> bool | None:
    if PRESSURE in n:
        return n[PRESSURE] >= limits.stalled_io_fraction
    return at_least(n.get(IOWAIT), limits.iowait_cpus)


def _reads(n: Numbers, limits: Limits) -> bool | None:
    """Tell whether it is this run that waits for storage, not another program."""
    loading = max(1.0, n["run.workers"] or n["run.ranks"])
    waiting = max(1.0, limits.waiting_share * loading)
    return either(
        at_least(n.get("run.read_bytes_per_s"), limits.read_bytes_per_s),
        at_least(n.get("run.disk_waiting_processes"), waiting),
    )


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    facts: dict[str, float | str] = {
        "cause": "workers" if m["run.workers"] else "main_process",
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "workers": m["run.workers"],
        "is_gpu_waiting": float("run.gpu_busy_fraction" in m),
    }
    if "run.memory_available_bytes" in m:
        facts["available_bytes"] = m["run.memory_available_bytes"]
    facts["is_memory_known"] = float("available_bytes" in facts)
    facts.update(_more_workers(m))
    return Finding(KIND, Severity.ATTENTION, _evidence(m, scene), facts=facts)


def _more_workers(m: Numbers) -> dict[str, float]:
    """Return how many workers per rank to try next, and whether the CPU has time for
    them: what waits for storage may outnumber the CPUs.
    """
    ranks, each = max(1.0, m["run.ranks"]), _each_loading(m)
    proposed = max(2.0, 2.0 * round(m["run.workers"] / ranks))
    return {
        "loading_busy_fraction": min(1.0, each),
        "proposed_count": proposed,
        "has_cpu_room": float(proposed * ranks * each < m["run.usable_cpus"]),
    }


def _evidence(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    policy, limits = scene.policy, scene.limits
    below, io = Comparison.BELOW, Resource.IO
    at_least_, each = Comparison.AT_LEAST, _each_loading(m)
    key = "worker_each_threads" if m["run.workers"] else "main_each_threads"
    limit, threads = policy.saturated_worker_threads, Unit.THREADS
    rows = [*_stalled(m, limits), Evidence(key, each, limit, below, threads, 2.0)]
    read = m.get("run.read_bytes_per_s")
    if read is not None and read >= limits.read_bytes_per_s:
        key, least, unit = "read_bytes_per_s", limits.read_bytes_per_s, Unit.BYTES_PER_S
        rows.append(Evidence(key, read, least, at_least_, unit, _BAR_BYTES_PER_S, io))
    elif "run.disk_waiting_processes" in m:
        key, count = "disk_waiting_processes", m["run.disk_waiting_processes"]
        loading = max(1.0, m["run.workers"] or m["run.ranks"])
        least = max(1.0, limits.waiting_share * loading)
        rows.append(Evidence(key, count, least, at_least_, Unit.COUNT, loading, io))
    waiting, share = waiting_fraction(m), policy.waiting_fraction
    if waiting is not None:
        is_gpu = "run.gpu_busy_fraction" in m
        key = "gpu_waiting_fraction" if is_gpu else "main_waiting_fraction"
        hue = Resource.GPU if is_gpu else Resource.CPU
        unit = Unit.FRACTION
        rows.append(Evidence(key, waiting, share, at_least_, unit, 1.0, hue))
    return tuple(rows)


def _stalled(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    """Say how long something waited for storage, by what the kernel counts."""
    io, reach = Resource.IO, Comparison.AT_LEAST
    if PRESSURE in m:
        share, limit = m[PRESSURE], limits.stalled_io_fraction
        key, unit = "stalled_io_fraction", Unit.FRACTION
        return (Evidence(key, share, limit, reach, unit, 1.0, io),)
    if IOWAIT in m:
        cpus, idle, limit = m["run.usable_cpus"], m[IOWAIT], limits.iowait_cpus
        return (Evidence("iowait_cpus", idle, limit, reach, Unit.CORES, cpus, io),)
    return ()


def denies(scene: Scene[Limits]) -> Evidence | None:
    """Show how little waited for storage, by what the kernel counts."""
    rows = _stalled(
        scene.window.medians(PRESSURE, IOWAIT, "run.usable_cpus"), scene.limits
    )
    return rows[0] if rows else None


NEEDS = (
    "run.usable_cpus",
    "run.demand_threads",
    "run.worker_demand_threads",
    "run.workers",
    *CONSUMER_NEEDS,
)
WANTS = (
    PRESSURE,
    IOWAIT,
    "pressure.memory.stalled_fraction",
    "memory.swap_in_bytes_per_s",
    "memory.swap_out_bytes_per_s",
    "run.read_bytes_per_s",
    "run.disk_waiting_processes",
    "run.memory_available_bytes",
    *CONSUMER,
)

RULE = Rule(
    kind=KIND,
    rank=60,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
