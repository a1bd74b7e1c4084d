"""Every scenario, by family; and the kinds that no workload here can bring about."""

from __future__ import annotations

from scenarios.catalog import (
    calm,
    compute,
    gpu,
    inputs,
    memory,
    other_work,
    threads,
    waste,
)
from scenarios.scenario import Scenario

ALL: tuple[Scenario, ...] = (
    *threads.SCENARIOS,
    *inputs.SCENARIOS,
    *compute.SCENARIOS,
    *waste.SCENARIOS,
    *memory.SCENARIOS,
    *gpu.SCENARIOS,
    *calm.SCENARIOS,
    *other_work.SCENARIOS,
)

NOT_PRODUCED: dict[str, str] = {}
"""Kinds without a live scenario, and why."""
