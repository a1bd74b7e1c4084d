"""When the computation itself fills the CPU, and what it could use instead."""

from dataclasses import replace

import pytest

from core.advice.scenes import Seen
from core.detection.runs import member, run
from core.diagnosis.test_rules import second
from traintray.core.detection.run import Role
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rules import cpu_compute, gpu_unused
from traintray.core.readings import UsableCpus

POLICY = Policy()
COMPUTE, UNUSED = cpu_compute.RULE, gpu_unused.RULE
FREE = {"run.gpus": 2.0, "run.gpus_used": 0.0, "run.free_gpus": 1.0}
TAKEN = {**FREE, "run.free_gpus": 0.0}
USED = {**FREE, "run.gpus_used": 1.0}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="computing fills the CPUs"),
        pytest.param({"usable_busy_fraction": 0.5}, False, id="half of them idle"),
        pytest.param(
            {"demand_threads": 1.0, "main_demand_threads": 1.0},
            False,
            id="somebody else fills them",
        ),
        pytest.param({"running_cores": 0.9}, False, id="others take most of them"),
        pytest.param({"running_cores": 1.1}, True, id="it gets more than half"),
        pytest.param(
            {"demand_threads": 3.0, "main_demand_threads": 3.0},
            False,
            id="too many threads is worse",
        ),
        pytest.param(
            {
                "main_demand_threads": 0.02,
                "worker_demand_threads": 1.98,
                "workers": 2.0,
            },
            False,
            id="loading fills them (input_bound)",
        ),
        pytest.param(
            {
                "usable_cpus": 16.0,
                "physical_cores": 16.0,
                "demand_threads": 14.0,
                "main_demand_threads": 10.9,
                "worker_demand_threads": 3.1,
                "running_cores": 13.9,
                "workers": 4.0,
                "usable_busy_fraction": 0.88,
            },
            True,
            id="a pool sized beside its workers",
        ),
        pytest.param(
            {
                "usable_cpus": 16.0,
                "physical_cores": 16.0,
                "demand_threads": 14.0,
                "main_demand_threads": 9.0,
                "worker_demand_threads": 3.1,
                "running_cores": 13.9,
                "workers": 4.0,
                "usable_busy_fraction": 0.88,
            },
            False,
            id="a pool that rests beside its workers",
        ),
        pytest.param(
            {"swap_in_bytes_per_s": 25e6, "swap_out_bytes_per_s": 25e6},
            False,
            id="swapping is the cause",
        ),
    ],
)
def test_computing_on_the_cpu(changes, expected):
    assert COMPUTE.judge(second(**changes), POLICY) is expected


@pytest.mark.parametrize(
    ("quota", "threads", "expected"),
    [(0.5, 1.0, True), (1.5, 1.0, True), (2.5, 2.0, True), (2.5, 1.0, False)],
)
def test_whole_threads_fill_a_quota_as_far_as_they_can(quota, threads, expected):
    busy = min(1.0, threads / quota) - 0.01
    numbers = second(
        usable_cpus=quota,
        physical_cores=16.0,
        demand_threads=threads,
        main_demand_threads=threads,
        running_cores=min(threads, quota),
        usable_busy_fraction=busy,
    )

    assert COMPUTE.judge(numbers, POLICY) is expected


@pytest.mark.parametrize("cores", [1.0, 2.0, 8.0, 32.0, 128.0])
@pytest.mark.parametrize("threads_per_core", [1.0, 2.0], ids=["no SMT", "SMT"])
@pytest.mark.parametrize(
    ("share", "expected"), [(1.0, True), (0.85, True), (0.7, False)]
)
def test_one_thread_on_each_core_is_full_whatever_the_machine(
    cores, threads_per_core, share, expected
):
    """With two hardware threads per core half of what the kernel counts stays idle."""
    threads = share * cores
    numbers = second(
        usable_cpus=cores * threads_per_core,
        physical_cores=cores,
        usable_busy_fraction=threads / (cores * threads_per_core),
        demand_threads=threads,
        main_demand_threads=threads,
        running_cores=threads,
    )

    assert COMPUTE.judge(numbers, POLICY) is expected


def test_a_pool_on_every_hardware_thread_is_full_too():
    numbers = second(
        usable_cpus=32.0,
        physical_cores=16.0,
        demand_threads=32.0,
        main_demand_threads=32.0,
        running_cores=31.0,
    )

    assert COMPUTE.judge(numbers, POLICY) is True


def test_one_thread_under_half_a_cpu_is_computing_and_not_too_many():
    numbers = second(
        usable_cpus=0.5, demand_threads=1.0, main_demand_threads=1.0, running_cores=0.5
    )

    assert COMPUTE.judge(numbers, POLICY) is True


@pytest.mark.parametrize(
    ("gpus", "compute", "unused"),
    [
        pytest.param({"run.gpus": 0.0}, True, False, id="none"),
        pytest.param(FREE, False, True, id="one is free"),
        pytest.param(TAKEN, True, False, id="others are on all"),
        pytest.param(USED, False, False, id="it uses one"),
        pytest.param({"run.gpus": None}, None, None, id="cannot be read"),
        pytest.param({**FREE, "run.gpus_used": None}, None, None, id="pids hidden"),
        pytest.param({**FREE, "run.free_gpus": None}, None, None, id="others hidden"),
    ],
)
def test_what_it_is_called_hangs_on_the_gpus(gpus, compute, unused):
    numbers = Seen(gpus).values

    assert COMPUTE.judge(numbers, POLICY) is compute
    assert UNUSED.judge(numbers, POLICY) is unused


def test_gpus_that_cannot_be_read_do_not_matter_to_a_run_that_rests():
    numbers = {**Seen({"run.gpus": None}).values, "run.main_demand_threads": 0.5}

    assert COMPUTE.judge(numbers, POLICY) is False
    assert UNUSED.judge(numbers, POLICY) is False


def cause(rule, seen):
    return rule.explain(seen.scene(rule)).facts["cause"]


def shown(value):
    variables = {} if value is None else {"CUDA_VISIBLE_DEVICES": value}
    return run(thread_variables=variables)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param(Seen({}, shown(None)), "any", id="no GPU here"),
        pytest.param(Seen({}, shown("")), "hidden", id="empty hides all"),
        pytest.param(Seen({}, shown("-1")), "hidden", id="minus one hides all"),
        pytest.param(Seen({}, shown("0")), "any", id="an index hides none by itself"),
        pytest.param(
            Seen({}, run(thread_variables=None)), "any", id="environment unreadable"
        ),
        pytest.param(Seen(TAKEN, shown("0,1")), "taken", id="taken by others"),
    ],
)
def test_why_no_gpu_can_be_used_is_told(seen, expected):
    assert cause(COMPUTE, seen) == expected


@pytest.mark.parametrize(
    ("framework", "maps_cuda", "expected"),
    [
        ("pytorch", 0.0, "cpu_build"),
        ("pytorch", 1.0, "not_moved"),
        ("pytorch", None, "any"),
        ("jax", 0.0, "cpu_build"),
        ("tensorflow", 1.0, "not_moved"),
        ("xgboost", 0.0, "any"),
        ("lightgbm", 0.0, "any"),
        ("catboost", 1.0, "any"),
        ("scikit_learn", 0.0, "cpu_library"),
    ],
)
def test_what_keeps_it_off_the_gpu_is_told(framework, maps_cuda, expected):
    """XGBoost and its kin carry CUDA inside: their maps prove nothing."""
    seen = Seen({**FREE, "run.maps_cuda": maps_cuda}, run(framework=framework))

    assert cause(UNUSED, seen) == expected


def keys(seen, rule=COMPUTE):
    return [evidence.key for evidence in rule.explain(seen.scene(rule)).evidence]


@pytest.mark.parametrize(
    ("name", "value", "is_shown"),
    [
        ("foreign_cores", 0.19, False),
        ("foreign_cores", 0.2, True),
        ("foreign_cores", None, False),
        ("throttled_fraction", 0.09, False),
        ("throttled_fraction", 0.1, True),
    ],
)
def test_what_matters_beside_is_shown(name, value, is_shown):
    assert (name in keys(Seen({f"run.{name}": value}))) is is_shown


def test_every_row_of_a_finding_is_on_the_side_that_counts():
    cpus = UsableCpus(4.0, (0, 1, 2, 3), 2, None)
    seen = Seen(
        {
            **FREE,
            "run.usable_cpus": 4.0,
            "run.usable_busy_fraction": 0.5,
            "run.foreign_cores": 0.5,
        },
        replace(run(member(1, Role.MAIN, 2.0)), usable_cpus=cpus),
    )
    rows = UNUSED.explain(seen.scene(UNUSED)).evidence

    assert all(evidence.crossed for evidence in rows)
    assert {e.key: e.threshold for e in rows}["usable_busy_fraction"] == 0.4


def test_a_run_that_loads_is_not_computing_and_no_gpu_is_not_free():
    loading = {"run.main_demand_threads": 0.02, "run.worker_demand_threads": 1.98}
    seen = Seen(loading)

    share = COMPUTE.denies(seen.scene(COMPUTE))
    free = UNUSED.denies(seen.scene(UNUSED))
    assert (share.measured, share.crossed) == (0.01, False)
    assert (free.measured, free.crossed) == (0.0, False)


def test_what_was_not_measured_is_not_ruled_out():
    seen = Seen({"run.gpus": None, "run.demand_threads": None})

    assert COMPUTE.denies(seen.scene(COMPUTE)) is None
    assert UNUSED.denies(seen.scene(UNUSED)) is None
