"""Time of the training by the number of GPUs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.planner.plan import Plan

_AT_LEAST = 8
_MOST_POINTS = 6


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One number of GPUs."""

    gpus: int
    training_s: float
    """At the scaling efficiency of the plan."""
    perfect_s: float
    """If each GPU added all of its speed."""


def curve(plan: Plan) -> tuple[CurvePoint, ...]:
    """Return the times on 1, 2, 4, ... GPUs, those of the plan among them.

    Each doubling is taken to cost the same share, so that the curve goes through the
    plan's own point. Empty when the plan has no time.
    """
    gpus, total = plan.request.gpus, plan.training_s
    efficiency = plan.scaling_efficiency
    if total is None or efficiency is None:
        return ()
    alone_s = total.value * gpus * efficiency.value
    doublings = math.log2(gpus)
    kept = efficiency.value ** (1 / doublings) if doublings else 1.0
    return tuple(
        CurvePoint(n, alone_s / (n * kept ** math.log2(n)), alone_s / n)
        for n in _counts(gpus)
    )


def _counts(gpus: int) -> list[int]:
    """Return powers of two beyond the plan's number, and that number."""
    highest = max(_AT_LEAST, 2 ** math.ceil(math.log2(gpus)))
    step = 2
    counts = [1]
    while step ** (_MOST_POINTS - 1) < highest:
        step *= 2
    while counts[-1] < highest:
        counts.append(counts[-1] * step)
    return sorted({*counts, gpus})
