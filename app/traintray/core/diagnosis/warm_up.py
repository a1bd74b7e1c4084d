"""Whether a run may still prepare itself, with one thread, before it trains."""

from __future__ import annotations

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers

WARM_UP = ("run.least_cpu_s", "run.minor_faults_per_s")
"""Figures that a rule wants when it asks `may_still_build`."""


def may_still_build(n: Numbers, policy: Policy) -> bool:
    """Tell whether a young run still builds something in memory.

    Tracing a network before it is compiled, or indexing a data set, is one thread of
    Python that takes ever new memory. A loop that repeats gets by with the memory it
    has.
    """
    cpu_s, faults = n.get("run.least_cpu_s", 0.0), n.get("run.minor_faults_per_s", 0.0)
    return 0 < cpu_s < policy.warm_up_cpu_s and faults >= policy.building_faults_per_s
