"""Processes share fewer CPUs than the run may use."""

from __future__ import annotations

import pytest

from core.advice.scenes import Seen
from core.detection.runs import member, run
from core.diagnosis.loading import PINNED
from core.diagnosis.seconds import judged
from traintray.core.detection.run import Role
from traintray.core.diagnosis.rules.pinned_workers import RULE


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="two on one CPU"),
        pytest.param({"mask_demand_threads": 1.29}, False, id="one CPU is enough"),
        pytest.param({"wider_cpus": 1.0}, False, id="the run may use no more"),
        pytest.param({"mask_processes": 1.0}, False, id="only one is pinned there"),
        pytest.param(
            {"mask_cpus": 4.0, "mask_demand_threads": 5.2, "wider_cpus": 16.0},
            True,
            id="taskset to four of 16 CPUs",
        ),
        pytest.param(
            {"mask_cpus": 4.0, "mask_demand_threads": 5.1, "wider_cpus": 16.0},
            False,
            id="four CPUs that are enough",
        ),
        pytest.param(
            {
                "mask_cpus": 32.0,
                "mask_demand_threads": 44.0,
                "demand_threads": 75.0,
                "wider_cpus": 64.0,
            },
            False,
            id="the rank of the other socket fills the other CPUs",
        ),
        pytest.param({"wider_cpus": None}, None, id="what it may use is unknown"),
        pytest.param({"demand_threads": None}, None, id="what the rest wants, too"),
        pytest.param(
            {"mask_processes": 0.0, "wider_cpus": None, "demand_threads": None},
            False,
            id="none shares a mask, whatever is unknown",
        ),
    ],
)
def test_processes_that_share_too_small_a_mask(changes, expected):
    assert judged(RULE, **{**PINNED, **changes}) is expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"OMP_PROC_BIND": "close"}, "OMP_PROC_BIND=close"),
        (
            {"OMP_PROC_BIND": "false", "GOMP_CPU_AFFINITY": "0-3"},
            "GOMP_CPU_AFFINITY=0-3",
        ),
        ({"KMP_AFFINITY": "disabled"}, None),
        ({"OMP_PLACES": "cores"}, "OMP_PLACES=cores"),
        ({}, None),
        (None, None),
    ],
)
def test_the_variable_that_pins_is_named(variables, expected):
    a_run = run(member(1, Role.MAIN, 0.0), thread_variables=variables)
    seen = Seen({f"run.{name}": value for name, value in PINNED.items()}, a_run)

    facts = RULE.explain(seen.scene(RULE)).facts

    assert facts.get("binding") == expected
    assert facts["cause"] == ("variable" if expected else "mask")
