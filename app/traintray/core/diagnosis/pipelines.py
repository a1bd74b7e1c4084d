"""Threads inside a computing process that prepare its data, as `tf.data` has them."""

from __future__ import annotations

from traintray.core.diagnosis.consumer import PIPELINE
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers
from traintray.core.diagnosis.verdict import Comparison, Evidence, Unit


def pipelines_work(n: Numbers, policy: Policy, least_threads: float) -> bool:
    """Tell whether preparing data is what the run does, in threads of its main process.

    `least_threads` is the demand from which one such thread does not rest. Whether the
    consumer waits is another question: had they made enough in advance, it would not.
    """
    wanted = n.get(PIPELINE, 0.0)
    majority = policy.main_demand_share * n["run.demand_threads"]
    return wanted >= max(least_threads, majority)


def pipeline_evidence(
    m: Numbers, policy: Policy, least_threads: float
) -> tuple[Evidence, ...]:
    """Return the numbers that show it, next to their thresholds."""
    wanted, demand = m[PIPELINE], m["run.demand_threads"]
    part, share = wanted / demand if demand else 0.0, policy.main_demand_share
    at_least, scale = Comparison.AT_LEAST, max(2.0, m["run.usable_cpus"])
    threads, fraction = Unit.THREADS, Unit.FRACTION
    key = "pipeline_demand_threads"
    return (
        Evidence(key, wanted, least_threads, at_least, threads, scale),
        Evidence("pipeline_demand_fraction", part, share, at_least, fraction, 1.0),
    )
