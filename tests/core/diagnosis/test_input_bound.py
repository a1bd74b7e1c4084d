"""Preparing the data takes all the time it gets, and the consumer waits."""

from __future__ import annotations

import pytest

from core.diagnosis.loading import DECODES_ITSELF as MAIN
from core.diagnosis.loading import DECODES_WITH_POOL as WITH_POOL
from core.diagnosis.loading import PIPELINES
from core.diagnosis.loading import WAITING_FOR_WORKERS as WORKERS
from core.diagnosis.seconds import POLICY, judged
from traintray.core.diagnosis.consumer import main_busy_fraction
from traintray.core.diagnosis.loader_room import worker_room
from traintray.core.diagnosis.rules import cpu_compute
from traintray.core.diagnosis.rules.input_bound import RULE

ON_GPU = {"gpus": 1.0, "gpus_used": 1.0, "maps_cuda": 1.0}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="nobody else works"),
        pytest.param(
            {"worker_demand_threads": 1.58}, False, id="they rest now and then"
        ),
        pytest.param(
            {"workers": 4.0, "busy_workers": 2.0},
            True,
            id="those of the validation loader rest",
        ),
        pytest.param(
            {"workers": 8.0, "busy_workers": 2.0},
            False,
            id="two of eight were just handed an item",
        ),
        pytest.param(
            {"demand_threads": 4.0, "worker_demand_threads": 3.9, "workers": 4.0},
            False,
            id="too many threads is worse",
        ),
        pytest.param(
            {"demand_threads": 3.1, "worker_demand_threads": 3.0, "workers": 3.0},
            True,
            id="both, where the number of threads may be told or not",
        ),
        pytest.param(
            {
                "usable_cpus": 32.0,
                "demand_threads": 8.1,
                "worker_demand_threads": 8.0,
                "workers": 8.0,
                "busy_workers": 8.0,
            },
            True,
            id="eight workers on 32 CPUs",
        ),
        pytest.param(
            {
                "demand_threads": 2.76,
                "main_demand_threads": 0.73,
                "main_running_cores": 0.36,
                "main_thread_cores": 0.19,
                "other_thread_cores": 0.17,
                "most_busy_threads": 2.0,
            },
            True,
            id="the main process computes for a third of the time (mixed_cpu)",
        ),
        pytest.param(
            {
                "usable_cpus": 4.0,
                "demand_threads": 3.0,
                "main_demand_threads": 1.0,
                "main_running_cores": 1.0,
                "main_thread_cores": 0.97,
            },
            False,
            id="the main process computes as much as the workers",
        ),
        pytest.param(
            {
                "usable_cpus": 32.0,
                "demand_threads": 7.0,
                "main_demand_threads": 4.8,
                "main_running_cores": 4.8,
                "main_thread_cores": 0.3,
                "other_thread_cores": 4.5,
                "most_busy_threads": 16.0,
            },
            False,
            id="most of what it wants is computing, if only at times",
        ),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.79}, True, id="a fifth of its time"
        ),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.81}, False, id="the GPU hardly waits"
        ),
        pytest.param(
            {**ON_GPU, "gpus_used": None},
            True,
            id="a main process that rests drives no GPU",
        ),
        pytest.param(
            {**ON_GPU, "gpus_used": None, "main_demand_threads": 0.5},
            None,
            id="a GPU of which nothing is known",
        ),
    ],
)
def test_workers_that_never_rest_hold_the_consumer_up(changes, expected):
    assert judged(RULE, **{**WORKERS, **changes}) is expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="one thread, no GPU"),
        pytest.param({"main_demand_threads": 0.69}, False, id="it rests"),
        pytest.param({"main_demand_threads": 1.31}, False, id="a second thread works"),
        pytest.param(
            {
                "most_busy_threads": 2.0,
                "main_thread_cores": 0.4,
                "other_thread_cores": 0.4,
            },
            False,
            id="two threads take turns",
        ),
        pytest.param({"image_libraries": 0.0}, False, id="nothing that decodes"),
        pytest.param(
            {"least_cpu_s": 30.0, "minor_faults_per_s": 1100.0},
            False,
            id="it traces a network before it trains",
        ),
        pytest.param({"image_libraries": None}, None, id="its files cannot be read"),
        pytest.param({"thread_limit": 1.0}, False, id="a cap explains the one thread"),
        pytest.param({"code_thread_limit": 1.0}, False, id="set in code"),
        pytest.param({"usable_cpus": 1.0}, False, id="one CPU has one thread anyway"),
        pytest.param(
            {
                "ranks": 2.0,
                "demand_threads": 2.0,
                "main_demand_threads": 2.0,
            },
            False,
            id="two ranks with one thread each compute (ddp_gloo)",
        ),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.5}, True, id="the GPU waits"),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.5, "most_busy_threads": 2.0},
            True,
            id="backward has a thread of its own on a GPU",
        ),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.6}, False, id="the GPU works"),
        pytest.param(
            {**ON_GPU, "gpus_used": None}, None, id="it may poll a GPU that works"
        ),
        pytest.param({**ON_GPU, "gpus_used": 0.0}, True, id="the GPU is not used"),
    ],
)
def test_a_main_process_that_decodes_by_itself(changes, expected):
    assert judged(RULE, **{**MAIN, **changes}) is expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="the pool rests for two thirds"),
        pytest.param({"other_thread_cores": 7.6}, False, id="for less than half"),
        pytest.param({"other_thread_cores": 15.0}, False, id="it never rests"),
        pytest.param(
            {"main_running_cores": 3.0, "main_thread_cores": 0.5},
            False,
            id="half of it goes to other programs, and all work alike",
        ),
        pytest.param(
            {
                "main_running_cores": 3.0,
                "main_thread_cores": 0.5,
                "other_thread_cores": 2.5,
            },
            True,
            id="half of it goes to other programs",
        ),
        pytest.param({"main_thread_cores": None}, False, id="its threads are unread"),
        pytest.param({"image_libraries": 0.0}, False, id="nothing that decodes"),
        pytest.param({"ranks": 2.0}, False, id="ranks wait for each other"),
        pytest.param({**ON_GPU, "gpus_used": None}, None, id="a GPU may compute"),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.9}, False, id="one does"),
    ],
)
def test_a_main_process_that_decodes_while_its_pool_rests(changes, expected):
    assert judged(RULE, **{**WITH_POOL, **changes}) is expected


def test_a_healthy_run_does_not_wait_for_data_whatever_cannot_be_read():
    assert judged(RULE) is False
    bare = dict.fromkeys(
        ("gpus", "maps_cuda", "image_libraries", "busy_workers", "main_thread_cores")
    )
    assert judged(RULE, **bare) is False


def figures(**changes):
    known = {
        "usable_cpus": 16.0,
        "ranks": 1.0,
        "gpu_busy_fraction": 0.3,
        "main_demand_threads": 0.5,
        "most_busy_threads": 1.0,
    }
    return {f"run.{k}": v for k, v in {**known, **changes}.items() if v is not None}


def test_the_workers_needed_are_those_at_work_by_the_share_they_feed():
    room = worker_room(figures(), working=2.0)

    assert (room["now_count"], room["needed_count"]) == (2, 7)  # 2 / 0.3
    assert (room["room_count"], room["proposed_count"]) == (15, 7)
    assert room["has_room"]
    assert room["has_room_for_all"]


def test_room_is_per_rank_and_more_workers_than_that_are_not_proposed():
    room = worker_room(figures(ranks=4.0), working=8.0)

    assert (room["now_count"], room["needed_count"]) == (2, 7)
    assert (room["room_count"], room["proposed_count"]) == (3, 3)  # 16 / 4 - 1
    assert not room["has_room_for_all"]
    assert room["cheaper_count"] == pytest.approx(7 / 3)


@pytest.mark.parametrize(
    ("cpus", "ranks", "expected"),
    [(0.5, 1, 1), (1, 1, 1), (2, 1, 2), (3, 1, 2), (8, 4, 2)],
)
def test_small_machines_have_room_for_few_workers(cpus, ranks, expected):
    room = worker_room(figures(usable_cpus=cpus, ranks=ranks), working=2.0 * ranks)

    assert room["room_count"] == expected
    assert not room["has_room"]


def test_an_unknown_need_is_not_made_up():
    room = worker_room(figures(gpu_busy_fraction=None), working=2.0)

    assert "needed_count" not in room
    assert (room["is_need_known"], room["proposed_count"]) == (0, 4)


def test_a_share_too_small_to_measure_is_not_divided_by():
    assert "needed_count" not in worker_room(figures(gpu_busy_fraction=0.05), 2.0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, 0.4, id="a pool in step with it"),
        pytest.param(
            {
                "main_thread_cores": 0.2,
                "other_thread_cores": 0.2,
                "main_running_cores": 0.4,
            },
            0.4,
            id="that gets half of what it wants",
        ),
        pytest.param(
            {
                "main_thread_cores": 0.05,
                "other_thread_cores": 1.85,
                "most_busy_threads": 4.0,
                "main_running_cores": 1.9,
                "main_demand_threads": 1.95,
            },
            1.0,
            id="a pool that it sleeps for",
        ),
        pytest.param({"main_thread_cores": None}, 0.8, id="threads not told apart"),
    ],
)
def test_how_busy_the_main_process_is(changes, expected):
    known = {
        "main_thread_cores": 0.4,
        "other_thread_cores": 0.4,
        "most_busy_threads": 2.0,
        "main_running_cores": 0.8,
        "main_demand_threads": 0.8,
    }

    assert main_busy_fraction(figures(**{**known, **changes})) == pytest.approx(
        expected
    )


def test_limits_leave_room_on_both_sides_of_what_was_measured():
    limits = RULE.limits
    assert limits.one_thread_least < 0.84
    assert limits.one_thread_most > 1.06
    assert 0.22 < POLICY.saturated_worker_threads < 0.94


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="most of what works are its threads"),
        pytest.param(
            {"demand_threads": 2.0, "main_demand_threads": 2.0},
            True,
            id="nothing else works",
        ),
        pytest.param({"pipeline_demand_threads": 1.5}, False, id="no clear majority"),
        pytest.param({"pipeline_demand_threads": 0.0}, False, id="not told apart"),
        pytest.param(
            {
                "usable_cpus": 16.0,
                "demand_threads": 16.0,
                "main_demand_threads": 16.0,
                "pipeline_demand_threads": 10.0,
            },
            False,
            id="six threads compute meanwhile",
        ),
        pytest.param(
            {
                "demand_threads": 0.7,
                "main_demand_threads": 0.7,
                "pipeline_demand_threads": 0.65,
            },
            False,
            id="it rests",
        ),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.79}, True, id="the GPU waits"),
        pytest.param(
            {**ON_GPU, "gpu_busy_fraction": 0.81}, False, id="the GPU hardly waits"
        ),
        pytest.param(
            {
                **ON_GPU,
                "gpus_used": None,
                "demand_threads": 2.1,
                "main_demand_threads": 2.1,
            },
            True,
            id="what is left rests, so it drives no GPU",
        ),
        pytest.param(
            {**ON_GPU, "gpus_used": None}, None, id="a GPU of which nothing is known"
        ),
        pytest.param(
            {"least_cpu_s": 30.0, "minor_faults_per_s": 5000.0},
            True,
            id="decoding takes new memory from the start",
        ),
    ],
)
def test_threads_of_a_pipeline_hold_the_consumer_up(changes, expected):
    assert judged(RULE, **{**PIPELINES, **changes}) is expected


def test_a_pipeline_is_no_computing_on_the_cpu():
    assert judged(cpu_compute.RULE, **PIPELINES) is False
    assert judged(cpu_compute.RULE, **{**PIPELINES, "pipeline_demand_threads": 0.5})
