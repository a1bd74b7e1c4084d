"""Threads that wait busily because they were told to, and threads that work."""

from __future__ import annotations

import pytest

from core.advice.scenes import SPINNING, Seen
from core.detection.runs import member, run
from core.diagnosis.seconds import judged
from traintray.core.detection.run import Role
from traintray.core.diagnosis.rules.spinning import RULE

# Eight CPUs, a pool of eight, and a main thread that waits for its data.
SPIN = {
    "usable_cpus": 8.0,
    "physical_cores": 8.0,
    "most_busy_threads": 8.0,
    "main_thread_cores": 0.1,
    "other_thread_cores": 7.0,
    "active_wait": 1.0,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="seven threads turn while the main thread waits"),
        pytest.param({"active_wait": 0.0}, False, id="a background thread that trains"),
        pytest.param({"openmp": 0.0}, False, id="the pool of TensorFlow or JAX"),
        pytest.param({"main_thread_cores": 1.0}, False, id="all of them work"),
        pytest.param({"main_thread_cores": 0.55}, False, id="more work than waiting"),
        pytest.param({"main_thread_cores": 0.45}, True, id="more waiting than work"),
        pytest.param(
            {"other_thread_cores": 1.9, "most_busy_threads": 3.0},
            False,
            id="less than a quarter of the CPUs",
        ),
        pytest.param(
            {
                "physical_cores": 4.0,
                "most_busy_threads": 4.0,
                "main_thread_cores": 0.4,
                "other_thread_cores": 3.0,
            },
            True,
            id="four cores with two hardware threads each, a pool of four",
        ),
        pytest.param(
            {
                "usable_cpus": 2.0,
                "most_busy_threads": 2.0,
                "main_thread_cores": 0.3,
                "other_thread_cores": 1.0,
            },
            True,
            id="two CPUs, one of them burnt",
        ),
        pytest.param(
            {
                "usable_cpus": 2.0,
                "most_busy_threads": 16.0,
                "main_thread_cores": 0.12,
                "other_thread_cores": 1.88,
            },
            False,
            id="sixteen threads that take turns work alike",
        ),
        pytest.param({"active_wait": None}, None, id="its variables cannot be read"),
        pytest.param(
            {"active_wait": None, "main_thread_cores": 1.0},
            False,
            id="all of them work, whatever its variables",
        ),
        pytest.param(
            {"main_thread_cores": None, "active_wait": 0.0},
            False,
            id="nothing told them to, whatever its threads do",
        ),
        pytest.param({"main_thread_cores": None}, None, id="its threads are unread"),
    ],
)
def test_threads_that_burn_cpu_by_waiting(changes, expected):
    assert judged(RULE, **{**SPIN, **changes}) is expected


@pytest.mark.parametrize(
    ("variables", "name", "value"),
    [
        ({"OMP_WAIT_POLICY": "ACTIVE"}, "OMP_WAIT_POLICY", "ACTIVE"),
        (
            {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "infinite"},
            "GOMP_SPINCOUNT",
            "infinite",
        ),
        ({"KMP_BLOCKTIME": "infinite"}, "KMP_BLOCKTIME", "infinite"),
        (
            {"KMP_BLOCKTIME": "0", "OMP_WAIT_POLICY": "active"},
            "OMP_WAIT_POLICY",
            "active",
        ),
    ],
)
def test_the_variable_that_tells_them_is_named_with_its_value(variables, name, value):
    a_run = run(member(1, Role.MAIN, 7.1), cpus=8, thread_variables=variables)

    facts = RULE.explain(Seen(SPINNING, a_run).scene(RULE)).facts

    assert (facts["wait_variable"], facts["wait_value"]) == (name, value)


def test_the_evidence_is_what_others_burn_beyond_the_share_of_the_main_thread():
    (evidence,) = RULE.explain(Seen(SPINNING).scene(RULE)).evidence

    assert evidence.measured == pytest.approx(7.0 - 7 * 0.1)
    assert evidence.threshold == 3.5  # half of what the pool burns
    assert evidence.crossed
