"""The run takes more and more memory, and there is an end to it."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.detection.run import Role, TrainingRun
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

KIND = "memory_growth"
_MINUTE_S, _HOUR_S = 60.0, 3600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule. What counts as steady is told by the figures."""

    full_in_s: float = 12 * _HOUR_S
    """A run that is left alone overnight ends before anybody looks. What fills the
    memory later is slow enough to be seen by its owner."""
    soon_s: float = 0.5 * _HOUR_S
    """Half an hour: time to save a checkpoint, none to wait for the next look."""
    goes_on_s: float = 20.0
    """The figures call growth steady when each third of a minute rises, and leave out
    what comes before it. What stops just then leaves the last third flat 20 s later;
    so only what goes on is told. Recorded warm-ups stop within 25 to 60 s."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    growth = _growth(n)
    if growth is None or growth <= 0:
        return None if growth is None else False
    left = n.get("run.memory_available_bytes")
    return None if left is None else left <= growth * limits.full_in_s


def _growth(n: Numbers) -> float | None:
    """Bytes per second that main process and workers grow by together."""
    known = [n[name] for name in (_MAIN, _WORKERS) if name in n]
    return sum(known) if known else None


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*WANTS)
    growth = _growth(m) or 0.0
    left = m.get("run.memory_available_bytes", 0.0)
    full_in_s = left / growth if growth else scene.limits.full_in_s
    by_workers = m.get(_WORKERS, 0.0) > m.get(_MAIN, 0.0)
    copies = _most_copies_bytes(scene.run)
    ends_itself = by_workers and copies < left
    facts: dict[str, float | str] = {
        "cause": "workers" if by_workers else "main",
        "growth_bytes_per_s": growth,
        "minute_bytes": growth * _MINUTE_S,
        "full_in_s": full_in_s,
        "left_bytes": left,
        "copies_bytes": copies,
        "is_bounded": float(ends_itself),
        "is_unbounded": float(not ends_itself),
        "half_count": float(int(m.get("run.workers", 0.0)) // 2),
    }
    evidence = _evidence(growth, left, full_in_s, scene)
    severity = _severity(full_in_s, ends_itself, scene.limits)
    return Finding(KIND, severity, evidence, facts=facts)


def _severity(full_in_s: float, ends_itself: bool, limits: Limits) -> Severity:
    """Return how loud it is: copies of the main process end before memory does."""
    if ends_itself:
        return Severity.NOTE
    return Severity.CRITICAL if full_in_s <= limits.soon_s else Severity.ATTENTION


def _most_copies_bytes(run: TrainingRun) -> float:
    """Return what the workers can hold at most once each has a copy of its own of
    all that its main process had when it was forked.

    Python counts references inside the objects, so a worker that only reads them
    copies page after page; there is nothing left to copy after that.
    """
    mains = run.with_roles(Role.MAIN, Role.RANK)
    largest = max((member.rss_bytes for member in mains), default=0)
    return float(largest * run.count(Role.WORKER))


def _evidence(
    growth: float, left: float, full_in_s: float, scene: Scene[Limits]
) -> tuple[Evidence, ...]:
    limit_s = scene.limits.full_in_s
    least = left / limit_s
    return (
        Evidence(
            "growth_bytes_per_s",
            growth,
            least,
            Comparison.AT_LEAST,
            Unit.BYTES_PER_S,
            scale=max(growth, BAR_THRESHOLDS * least, 1.0),
            resource=Resource.MEMORY,
        ),
        Evidence(
            "full_in_s",
            full_in_s,
            limit_s,
            Comparison.AT_MOST,
            Unit.SECONDS,
            scale=limit_s,
            resource=Resource.MEMORY,
        ),
    )


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians(*WANTS)
    growth, left = _growth(m), m.get("run.memory_available_bytes")
    if growth is None or left is None:
        return None
    return _evidence(growth, left, 0.0, scene)[0]


_MAIN = "run.main_growth_bytes_per_s"
_WORKERS = "run.worker_growth_bytes_per_s"
WANTS = (_MAIN, _WORKERS, "run.memory_available_bytes", "run.workers")

RULE = Rule(
    kind=KIND,
    rank=20,
    needs=(),
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
    sustained_s=Limits().goes_on_s,
)
