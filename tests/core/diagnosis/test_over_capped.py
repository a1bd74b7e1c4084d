"""A cap that holds a computing run back, and caps that do right."""

from __future__ import annotations

import pytest

from core.advice.scenes import CAPPED, Seen
from core.detection.runs import member, run
from core.diagnosis.seconds import judged
from traintray.core.detection.run import Role
from traintray.core.diagnosis.rules.over_capped import RULE

ONE_OF_EIGHT = {
    "usable_cpus": 8.0,
    "physical_cores": 8.0,
    "usable_busy_fraction": 0.13,
    "demand_threads": 1.0,
    "main_demand_threads": 1.0,
    "thread_limit": 1.0,
}
ONE_OF_TWO = {
    **ONE_OF_EIGHT,
    "usable_cpus": 2.0,
    "physical_cores": 2.0,
    "usable_busy_fraction": 0.5,
}
FOUR = {"thread_limit": 4.0, "main_demand_threads": 3.9, "demand_threads": 3.9}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="one thread of eight cores"),
        pytest.param(ONE_OF_TWO, True, id="one of two"),
        pytest.param(FOUR, True, id="four of eight are half"),
        pytest.param(
            {"thread_limit": 5.0, "main_demand_threads": 5.0}, False, id="five are not"
        ),
        pytest.param({"thread_limit": None}, False, id="no cap"),
        pytest.param(
            {"code_thread_limit": 8.0, "main_demand_threads": 1.0},
            False,
            id="a number in code beats the variable",
        ),
        pytest.param(
            {"thread_limit": None, "code_thread_limit": 1.0}, True, id="a cap in code"
        ),
        pytest.param({"main_demand_threads": 0.8}, False, id="it waits for data"),
        pytest.param(
            {"main_demand_threads": 1.3}, False, id="it is not held by the cap"
        ),
        pytest.param({"usable_busy_fraction": 0.8}, False, id="no CPU is idle"),
        pytest.param(
            {"computing_ranks": 8.0, "main_demand_threads": 8.0},
            False,
            id="a launcher capped eight ranks: they fill the cores",
        ),
        pytest.param(
            {"computing_ranks": 2.0, "main_demand_threads": 2.0},
            True,
            id="and two ranks do not",
        ),
        pytest.param(
            {**FOUR, "worker_demand_threads": 1.0, "demand_threads": 4.9},
            False,
            id="loaders use what the cap leaves",
        ),
        pytest.param(
            {**ONE_OF_TWO, "worker_demand_threads": 1.0},
            False,
            id="one core computes, the other loads",
        ),
        pytest.param(
            {"usable_cpus": 16.0, **FOUR, "thread_limit": 5.0},
            False,
            id="hardware threads are no cores",
        ),
        pytest.param(
            {
                "usable_cpus": 32.0,
                "physical_cores": 24.0,
                "performance_cores": 8.0,
                "thread_limit": 8.0,
                "main_demand_threads": 8.0,
            },
            False,
            id="all fast cores of a hybrid CPU are enough",
        ),
        pytest.param(
            {"usable_cpus": 1.5, "physical_cores": 8.0}, False, id="a quota leaves one"
        ),
        pytest.param(
            {"gpus": 1.0, "gpus_used": 1.0, "maps_cuda": 1.0},
            False,
            id="the one thread drives a GPU",
        ),
        pytest.param(
            {"gpus": 1.0, "gpus_used": None, "maps_cuda": 1.0},
            False,
            id="the one thread may drive a GPU",
        ),
        pytest.param(
            {"gpus": 1.0, "gpus_used": 0.0, "maps_cuda": 1.0},
            True,
            id="the GPU is idle",
        ),
        pytest.param(
            {"image_libraries": 1.0}, False, id="the one thread may decode images"
        ),
        pytest.param(
            {**FOUR, "image_libraries": 1.0}, True, id="four threads are a pool"
        ),
    ],
)
def test_a_cap_far_below_the_cores(changes, expected):
    assert judged(RULE, **{**ONE_OF_EIGHT, **changes}) is expected


@pytest.mark.parametrize(
    ("variables", "limit", "named"),
    [
        ({"OMP_NUM_THREADS": "1"}, 1.0, "OMP_NUM_THREADS"),
        ({"OMP_NUM_THREADS": "8", "MKL_NUM_THREADS": "1"}, 1.0, "MKL_NUM_THREADS"),
        (
            {"OMP_NUM_THREADS": "2", "TF_NUM_INTRAOP_THREADS": "1"},
            2.0,
            "OMP_NUM_THREADS",
        ),
        ({"PJRT_NPROC": "1", "OMP_NUM_THREADS": "1"}, 1.0, "PJRT_NPROC"),
    ],
)
def test_the_variable_that_holds_the_cap_is_named(variables, limit, named):
    a_run = run(member(1, Role.MAIN, 1.0), cpus=8, thread_variables=variables)
    seen = Seen({**CAPPED, "run.thread_limit": limit}, a_run)

    facts = RULE.explain(seen.scene(RULE)).facts

    assert (facts["cause"], facts["cap_variable"]) == ("variable", named)


def test_a_cap_in_code_is_told_as_such():
    seen = Seen({**CAPPED, "run.code_thread_limit": 1.0})

    facts = RULE.explain(seen.scene(RULE)).facts

    assert facts["cause"] == "code"
    assert facts["set_in_code"] == 1.0


def test_the_evidence_is_the_cap_what_uses_it_and_what_is_idle():
    evidence = RULE.explain(Seen(CAPPED).scene(RULE)).evidence

    assert {e.key: (e.measured, e.threshold) for e in evidence} == {
        "allowed_threads": (1.0, 4.0),
        "main_demand_threads": (1.0, 0.85),
        "usable_busy_fraction": (0.13, 0.8),
    }
    assert all(e.crossed for e in evidence)
