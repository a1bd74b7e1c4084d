"""One thread fills one CPU, the others idle."""

from __future__ import annotations

import pytest

from core.diagnosis.loading import LOOP, LOOP_WITH_POOL
from core.diagnosis.seconds import judged
from traintray.core.diagnosis.rules import cpu_compute, input_bound
from traintray.core.diagnosis.rules.single_core import RULE

ON_GPU = {"gpus": 1.0, "gpus_used": 1.0, "maps_cuda": 1.0}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="a loop in Python"),
        pytest.param(
            {"usable_cpus": 64.0, "usable_busy_fraction": 0.02},
            True,
            id="one of 64 CPUs",
        ),
        pytest.param({"usable_cpus": 1.0}, False, id="there is only one CPU"),
        pytest.param(
            {"least_cpu_s": 30.0, "minor_faults_per_s": 1100.0},
            False,
            id="it traces a network before it trains",
        ),
        pytest.param(
            {"least_cpu_s": 61.0, "minor_faults_per_s": 1100.0},
            True,
            id="nothing is traced for that long",
        ),
        pytest.param(
            {"least_cpu_s": 30.0, "minor_faults_per_s": 330.0},
            True,
            id="a loop that repeats touches little new memory",
        ),
        pytest.param({"main_demand_threads": 0.69}, False, id="it rests"),
        pytest.param(
            {"demand_threads": 1.35, "main_demand_threads": 1.35},
            False,
            id="a second thread works",
        ),
        pytest.param({"usable_busy_fraction": 0.8}, False, id="no CPU is free"),
        pytest.param(
            {"usable_cpus": 8.0, "usable_busy_fraction": 0.6},
            False,
            id="most of the other seven are taken",
        ),
        pytest.param({"busy_threads": 2.0}, False, id="two threads take turns"),
        pytest.param({"thread_limit": 1.0}, False, id="a cap explains it"),
        pytest.param({"code_thread_limit": 1.0}, False, id="a number in code, too"),
        pytest.param({"thread_limit": 2.0}, True, id="a cap of two does not"),
        pytest.param({"image_libraries": 1.0}, False, id="it decodes pictures"),
        pytest.param({"image_libraries": None}, None, id="its files cannot be read"),
        pytest.param({"ranks": 2.0}, False, id="one of two ranks"),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.3, "busy_threads": 2.0},
            True,
            id="the GPU waits for the launches of two threads that take turns",
        ),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.97}, False, id="it polls a busy GPU"
        ),
        pytest.param(
            {**ON_GPU, "gpus_used": None}, None, id="a GPU of which nothing is known"
        ),
        pytest.param(
            {
                **ON_GPU,
                "gpu_busy_fraction": 0.3,
                "image_libraries": 1.0,
                "workers": 4.0,
            },
            True,
            id="workers decode, so the main process does something else",
        ),
    ],
)
def test_one_thread_that_all_waits_for(changes, expected):
    assert judged(RULE, **{**LOOP, **changes}) is expected


def test_a_healthy_run_uses_its_cpus_whatever_cannot_be_read():
    assert judged(RULE) is False
    assert judged(RULE, image_libraries=None, gpus=None, maps_cuda=None) is False


@pytest.mark.parametrize("cpus", [2.0, 3.0, 8.0, 256.0])
def test_one_busy_thread_is_never_also_computing_or_loading(cpus):
    busy = {"usable_cpus": cpus, "usable_busy_fraction": 0.75 if cpus == 2 else 0.3}

    for demand in (0.7, 1.0, 1.3):
        seen = {**LOOP, **busy, "demand_threads": demand, "main_demand_threads": demand}
        assert judged(RULE, **seen) is True
        assert judged(cpu_compute.RULE, **seen) is False
        assert judged(input_bound.RULE, **seen) is False


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="the pool computes for a third of the time"),
        pytest.param(
            {"main_thread_cores": 1.0, "other_thread_cores": 8.3},
            False,
            id="the pool computes for more than half of it",
        ),
        pytest.param(
            {
                "main_thread_cores": 0.69,
                "other_thread_cores": 1.0,
                "main_running_cores": 1.69,
                "main_demand_threads": 1.69,
                "demand_threads": 1.69,
            },
            False,
            id="the first thread rests",
        ),
        pytest.param({"usable_busy_fraction": 0.6}, False, id="others fill the CPUs"),
        pytest.param({"image_libraries": 1.0}, False, id="it decodes (input_bound)"),
        pytest.param({"image_libraries": None}, None, id="its files cannot be read"),
        pytest.param({"worker_demand_threads": 0.4}, False, id="its workers work"),
        pytest.param({"ranks": 2.0}, False, id="one of two ranks"),
        pytest.param({"main_thread_cores": None}, False, id="threads not measured"),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.3}, True, id="beside a GPU that waits"
        ),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.6}, False, id="the GPU gets its work"
        ),
        pytest.param(
            {**ON_GPU, "gpus_used": None}, None, id="a GPU of which nothing is known"
        ),
    ],
)
def test_a_first_thread_that_never_rests_beside_a_pool_that_does(changes, expected):
    assert judged(RULE, **{**LOOP_WITH_POOL, **changes}) is expected


def test_a_pool_that_computes_without_a_pause_is_no_single_core():
    assert judged(RULE) is False
