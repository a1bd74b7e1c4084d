"""What opens too many threads, and whether a number in code does."""

from dataclasses import replace

import pytest

from core.advice import machine_scenes as scenes
from core.advice.scenes import Seen, of, workers_run
from core.detection.runs import member, run
from core.diagnosis.test_rules import second
from traintray.core.detection.run import Role
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rules.too_many_threads import RULE
from traintray.core.readings import UsableCpus

POLICY = Policy()
ONE = run(member(1, Role.MAIN, 8.0))


def facts(numbers, a_run=ONE):
    return RULE.explain(Seen(numbers, a_run).scene(RULE)).facts


def rows(numbers, a_run=ONE):
    evidence = RULE.explain(Seen(numbers, a_run).scene(RULE)).evidence
    return {e.key: (e.measured, e.threshold) for e in evidence}


@pytest.mark.parametrize(
    ("gpu_busy", "waits"), [(None, 0.0), (0.41, 1.0), (0.8, 1.0), (0.81, 0.0)]
)
def test_whether_a_gpu_waits_is_told_beside_too_many_threads(gpu_busy, waits):
    numbers = dict(scenes.OVER)
    if gpu_busy is not None:
        numbers["run.gpu_busy_fraction"] = gpu_busy

    assert facts(numbers)["is_gpu_waiting"] == waits


@pytest.mark.parametrize(
    ("numbers", "a_run", "cause"),
    [
        pytest.param(scenes.NESTED, ONE, "nested", id="ranks with workers"),
        pytest.param(
            {**scenes.NESTED, "run.computing_ranks": 0.0},
            ONE,
            "nested",
            id="ranks that wait for their workers",
        ),
        pytest.param(
            {**scenes.NESTED, "run.worker_demand_threads": 1.0},
            ONE,
            "one_process",
            id="workers that bring little are not the cause",
        ),
        pytest.param(
            scenes.LIMITED, scenes.quota(scenes.QUOTA), "quota", id="fits what it sees"
        ),
        pytest.param(
            {**scenes.LIMITED, "run.most_demand_threads": 16.0},
            scenes.quota(scenes.QUOTA),
            "one_process",
            id="more than it sees",
        ),
        pytest.param(scenes.OVER, ONE, "one_process", id="no quota"),
    ],
)
def test_nested_pools_and_quotas_have_causes_of_their_own(numbers, a_run, cause):
    assert facts(numbers, a_run)["cause"] == cause


def test_a_quota_that_stops_the_run_is_shown_with_the_share_of_periods():
    limited = scenes.quota(scenes.QUOTA)

    assert rows(scenes.LIMITED, limited)["throttled_fraction"] == (0.85, 0.1)
    calm = {**scenes.LIMITED, "run.throttled_fraction": 0.05}
    assert "throttled_fraction" not in rows(calm, limited)


@pytest.mark.parametrize(
    ("runs", "each", "expected"),
    [
        pytest.param(3.0, 27.0, True, id="three that fit alone"),
        pytest.param(2.0, 40.0, True, id="two that fit alone"),
        pytest.param(2.0, 20.0, False, id="one that wants less than its part"),
    ],
)
def test_each_of_several_runs_is_told_when_it_takes_its_part(runs, each, expected):
    numbers = second(
        usable_cpus=64.0,
        shared_cpus=64.0,
        demand_threads=each,
        main_demand_threads=each,
        active_runs=runs,
        all_runs_demand_threads=81.0,
    )

    assert RULE.judge(numbers, POLICY) is expected


def test_openmp_with_one_thread_under_half_a_cpu_takes_no_turns():
    numbers = second(
        usable_cpus=0.5,
        demand_threads=1.0,
        main_demand_threads=1.0,
        most_busy_threads=1.0,
        switches_per_s=5000.0,
    )

    assert RULE.judge(numbers, POLICY) is False


def narrowed(wider, variables=None):
    """Eight threads on two CPUs of a machine that allows more."""
    cpus = UsableCpus(2.0, (0, 1), 2, None)
    a_run = replace(ONE, usable_cpus=cpus, thread_variables=variables or {})
    return facts({**scenes.OVER, "run.wider_cpus": wider}, a_run)


def test_a_pool_from_before_its_mask_was_narrowed_is_not_set_in_code():
    found = narrowed(8.0)

    assert (found["set_in_code"], found["is_narrowed"]) == (0.0, 1.0)
    assert found["explained_threads"] == 8.0


def test_a_pool_wider_than_it_ever_could_see_is_set_in_code():
    assert narrowed(2.0)["set_in_code"] == 1.0
    assert narrowed(2.0)["is_narrowed"] == 0.0


def test_a_variable_explains_its_threads_whatever_the_mask():
    found = narrowed(8.0, {"OMP_NUM_THREADS": "2"})

    assert (found["set_in_code"], found["is_narrowed"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("limit", "expected"), [(8.0, 0.0), (4.0, 1.0)], ids=["explains", "does not"]
)
def test_the_variable_that_the_framework_reads_first_counts(limit, expected):
    found = facts({**scenes.OVER, "run.thread_limit": limit})

    assert found["set_in_code"] == expected


def test_the_two_pools_of_tensorflow_are_no_number_in_code():
    numbers = {**scenes.OVER, "run.most_demand_threads": 3.2}

    assert facts(numbers, of("tensorflow", member(1, Role.MAIN, 3.2)))[
        "set_in_code"
    ] == (0.0)
    assert facts(numbers)["set_in_code"] == 1.0


def test_only_ranks_that_compute_are_counted():
    assert facts({**scenes.RANKS, "run.ranks": 8.0})["ranks"] == 4.0


def test_few_threads_rule_it_out_with_their_number():
    evidence = RULE.denies(Seen().scene(RULE))

    assert (evidence.measured, evidence.threshold) == (2.0, 3.0)
    assert not evidence.crossed


def test_a_worker_pool_of_one_worker_is_still_told_as_one():
    numbers = {**scenes.LOADERS, "run.workers": 1.0}

    assert facts(numbers, workers_run(1, 8.0))["cause"] == "worker_pools"
