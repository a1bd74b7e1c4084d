"""The thresholds that a user may move, and what moving one does to the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.rules import contended, memory_growth

_USUAL = Policy()
_LATE_S = 1.5
"""A round may come this much later than its pace and still speak for all the time
since the one before."""

RANGES: Mapping[str, tuple[float, float]] = {
    "sustained_s": (5.0, 600.0),
    "full_cpu_fraction": (0.65, 0.95),
    "ready_threads_per_cpu": (1.4, 2.0),
    "waiting_fraction": (0.1, 0.4),
    "swap_bytes_per_s": (0.5 * 2**20, 20.0 * 2**20),
    "foreign_share": (0.15, 0.6),
    "memory_full_in_s": (3600.0, 72 * 3600.0),
}
"""Lowest and highest value of each, both included: those of the settings, where the
rules still fit each other. `settings.tuning` says why each ends where it does."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Values as the rules use them. Those of the class change nothing.

    Whoever offers them, or takes them from a file, keeps to `RANGES`.
    """

    sustained_s: float = _USUAL.sustained_s
    full_cpu_fraction: float = _USUAL.saturated_busy_fraction
    ready_threads_per_cpu: float = _USUAL.over_demand_ratio
    waiting_fraction: float = _USUAL.waiting_fraction
    swap_bytes_per_s: float = _USUAL.swap_bytes_per_s
    foreign_share: float = contended.Limits().foreign_share
    memory_full_in_s: float = memory_growth.Limits().full_in_s

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Tuning:
        """Return these thresholds, by name; what is not among them is usual, and a
        name of another version is passed over.
        """
        known = {field.name for field in fields(cls)}
        return cls(**{n: float(v) for n, v in values.items() if n in known})

    def policy(self, period_s: float = 1.0) -> Policy:
        """Return what several rules share, for rounds that come every `period_s`."""
        return Policy(
            sustained_s=self.sustained_s,
            saturated_busy_fraction=self.full_cpu_fraction,
            over_demand_ratio=self.ready_threads_per_cpu,
            waiting_fraction=self.waiting_fraction,
            swap_bytes_per_s=self.swap_bytes_per_s,
            longest_step_s=period_s + _LATE_S,
        )

    def rules(self, usual: Sequence[Rule[Any]]) -> tuple[Rule[Any], ...]:
        """Return the rules with those of their own limits that were moved."""
        own = {
            contended.KIND: {"foreign_share": self.foreign_share},
            memory_growth.KIND: {"full_in_s": self.memory_full_in_s},
        }
        return tuple(
            replace(rule, limits=replace(rule.limits, **own[rule.kind]))
            if rule.kind in own
            else rule
            for rule in usual
        )
