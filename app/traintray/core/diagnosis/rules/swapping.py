"""Pages of the run move to and from swap, or memory is so short that it stalls."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.answers import at_least, either, every
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    BAR_THRESHOLDS,
    Comparison,
    Evidence,
    Finding,
    Resource,
    Severity,
    Unit,
)

KIND = "swapping"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    faults_per_process_per_s: float = 50.0
    """Page faults that wait for a disk, for each process that computes or loads data,
    however many there are: it stands still for 0.1 ms (SSD) to 10 ms (hard disk) each
    time, so 50 cost it up to half of its time. Past its start a healthy run has none;
    the recorded swapping run, one process, has 2,800, and each cost it 0.25 ms."""
    stalled_fraction: float = 0.05
    """Share of the time in which something waits for memory. Without a shortage the
    kernel counts 0; the recorded swapping run lost 71 % of its speed at 0.115."""
    strong_stalled_fraction: float = 0.10
    """From here on the run hardly moves (see above), and a machine that is this
    short of memory may kill it next."""
    own_swap_share: float = 0.5
    """Most of what lies in swap belongs to the run: a stall that nobody's page faults
    explain is its own. Pages of other programs lie there for days."""
    left_share: float = 0.05
    """Memory is short when less than this share of what the run holds, or of the
    machine, can still be had. File pages that are read again and again stall too,
    but they can be had: then the disk is the cause."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    return either(_swaps(n, policy, limits), _is_short(n, policy, limits))


def _swaps(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    """Tell whether pages of this run move, not only those of another program."""
    moved = _moved(n)
    in_swap = n.get("run.swap_bytes")
    return every(
        at_least(moved, policy.swap_bytes_per_s),
        # Of another user's run the page faults alone can be read.
        _faults(n, limits) if in_swap is None else in_swap > 0,
        either(_faults(n, limits), _stalls_by_own_swap(n, limits)),
    )


def _is_short(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    """Tell whether the run waits for memory where nothing can be swapped: its code
    and files are thrown out and read again.
    """
    moved = _moved(n)
    return every(
        moved is None or moved < policy.swap_bytes_per_s,
        _stalls(n, limits),
        _faults(n, limits),
        _little_is_left(n, limits),
    )


def _moved(n: Numbers) -> float | None:
    """Return the bytes per second to and from swap, of the whole machine."""
    rates = [n[name] for name in _SWAP_RATES if name in n]
    return sum(rates) if len(rates) == len(_SWAP_RATES) else None


def _faults(n: Numbers, limits: Limits) -> bool | None:
    return at_least(n.get("run.major_faults_per_s"), _least_faults(n, limits))


def _least_faults(n: Numbers, limits: Limits) -> float:
    """Return the page faults per second that count, of the whole run."""
    processes = n.get("run.ranks", 1.0) + n.get("run.workers", 0.0)
    return limits.faults_per_process_per_s * max(1.0, processes)


def _stalls(n: Numbers, limits: Limits) -> bool | None:
    return at_least(n.get(_STALLED), limits.stalled_fraction)


def _stalls_by_own_swap(n: Numbers, limits: Limits) -> bool | None:
    in_swap, used = n.get("run.swap_bytes"), n.get("memory.swap_used_bytes")
    if in_swap is None or used is None:
        return every(_stalls(n, limits), None)
    return every(_stalls(n, limits), in_swap >= limits.own_swap_share * used)


def _little_is_left(n: Numbers, limits: Limits) -> bool | None:
    left, holds_bytes = n.get("run.memory_available_bytes"), n.get("run.rss_bytes")
    if left is None or holds_bytes is None:
        return None
    most = max(holds_bytes, n.get("memory.total_bytes", 0.0))
    return left <= limits.left_share * most


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*WANTS)
    moved = _moved(m) or 0.0
    swaps = moved >= scene.policy.swap_bytes_per_s
    stalled = m.get(_STALLED, 0.0)
    is_strong = stalled >= scene.limits.strong_stalled_fraction
    facts: dict[str, float | str] = {
        "cause": _cause(m, swaps),
        "moved_bytes_per_s": moved,
        "in_swap_bytes": m.get("run.swap_bytes", 0.0),
        "faults_per_s": m.get("run.major_faults_per_s", 0.0),
        "stalled_fraction": stalled,
        "left_bytes": m.get("run.memory_available_bytes", 0.0),
        "has_stalls": float(stalled >= scene.limits.stalled_fraction),
        "half_count": float(int(m.get("run.workers", 0.0)) // 2),
    }
    severity = Severity.CRITICAL if is_strong else Severity.ATTENTION
    return Finding(KIND, severity, _evidence(m, scene), facts=facts)


def _cause(m: Numbers, swaps: bool) -> str:
    if not swaps:
        return "short"
    return "swap" if "run.swap_bytes" in m else "unread"


def _evidence(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    """Return what told: of several signs not each one needs to be there."""
    limits = scene.limits
    rows = [_swap_evidence(m, scene.policy)]
    if "run.major_faults_per_s" in m:
        faults, limit = m["run.major_faults_per_s"], _least_faults(m, limits)
        rows.append(_row("major_faults_per_s", faults, limit, Unit.PER_S))
    if _STALLED in m:
        limit = limits.stalled_fraction
        rows.append(_row("stalled_memory_fraction", m[_STALLED], limit, Unit.FRACTION))
    return tuple(row for row in rows if row is not None and row.crossed)


def _swap_evidence(m: Numbers, policy: Policy) -> Evidence | None:
    moved = _moved(m)
    if moved is None:
        return None
    limit = policy.swap_bytes_per_s
    return _row("swap_bytes_per_s", moved, limit, Unit.BYTES_PER_S, Resource.SWAP)


def _row(
    key: str,
    measured: float,
    threshold: float,
    unit: Unit,
    resource: Resource = Resource.MEMORY,
) -> Evidence:
    scale = 1.0 if unit is Unit.FRACTION else BAR_THRESHOLDS * threshold
    comparison = Comparison.AT_LEAST
    return Evidence(key, measured, threshold, comparison, unit, scale, resource)


def denies(scene: Scene[Limits]) -> Evidence | None:
    return _swap_evidence(scene.window.medians(*_SWAP_RATES), scene.policy)


_SWAP_RATES = ("memory.swap_in_bytes_per_s", "memory.swap_out_bytes_per_s")
_STALLED = "pressure.memory.stalled_fraction"
WANTS = (
    *_SWAP_RATES,
    _STALLED,
    "memory.swap_used_bytes",
    "memory.total_bytes",
    "run.major_faults_per_s",
    "run.swap_bytes",
    "run.memory_available_bytes",
    "run.rss_bytes",
    "run.ranks",
    "run.workers",
)

RULE = Rule(
    kind=KIND,
    rank=10,
    needs=(),
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
