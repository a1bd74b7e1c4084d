"""The run compiles its own code: a phase that ends by itself."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "compiling"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    compiler_share: float = 0.5
    """Compilers bring half of what the run wants of the CPU: it is what the run does
    now. One that compiles beside its training stays below."""
    least_threads: float = 0.3
    """A compiler that works; less is one that waits for its next job. The same
    demand from which a process counts as active anywhere here."""
    told_after_s: float = 5.0
    """Nothing is lost when a phase that ends by itself is told early, and what it
    looks like to other rules must not be told at all. Five seconds pass over single
    kernels that are compiled between steps."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    compiler = n.get("run.compiler_demand_threads", 0.0)
    wanted = max(compiler, n.get("run.demand_threads", 0.0))
    return compiler >= max(limits.least_threads, limits.compiler_share * wanted)


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*WANTS)
    compiler = m.get("run.compiler_demand_threads", 0.0)
    demand = m.get("run.demand_threads", 0.0)
    facts: dict[str, float | str] = {
        "compiler_threads": compiler,
        "ready_threads": max(compiler, demand),
        "main_ready_threads": demand,
    }
    limits = scene.limits
    limit = max(limits.least_threads, limits.compiler_share * max(compiler, demand))
    evidence = Evidence(
        "compiler_demand_threads",
        compiler,
        limit,
        Comparison.AT_LEAST,
        Unit.THREADS,
        scale=2 * scene.run.usable_cpus.count,
    )
    return Finding(KIND, Severity.NOTE, (evidence,), facts=facts)


WANTS = ("run.compiler_demand_threads", "run.demand_threads")

RULE = Rule(
    kind=KIND,
    rank=5,
    needs=(),
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    sustained_at_most_s=Limits().told_after_s,
    judges_starting=True,
    pauses_others=True,
)
