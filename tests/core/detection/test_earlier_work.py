"""A run that rests when we come is told from a framework merely imported."""

from __future__ import annotations

import pytest

from core.detection.fake_world import TORCH, FakeProcess
from core.detection.test_detector import Watched

REST = {"demand": 0.0, "cores": 0.0, "busy_threads": 4}
COMPUTED = {"cpu_s": 600.0, "main_thread_s": 300.0}
IMPORTED = {"cpu_s": 25.0, "main_thread_s": 24.2}


def resting(pid=10, **changes):
    """A process with PyTorch that does nothing from the first second on."""
    return FakeProcess(pid, **{**REST, **COMPUTED, **changes})


def test_a_run_that_rested_before_we_came_is_a_run():
    (run,) = Watched(resting()).ticks(3)

    assert (run.root_pid, run.framework) == (10, "pytorch")
    assert run.demand_threads() == 0.0


@pytest.mark.parametrize(
    "process",
    [
        pytest.param(resting(**IMPORTED), id="its first thread imported for long"),
        pytest.param(
            resting(cpu_s=19.0, main_thread_s=0.0), id="it has used too little"
        ),
        pytest.param(
            resting(cpu_s=325.0, main_thread_s=300.0, busy_threads=256),
            id="each of very many threads spun when it was started",
        ),
        pytest.param(
            resting(main_thread_s=None), id="threads that cannot be told apart"
        ),
        pytest.param(resting(mapped=frozenset()), id="no framework"),
        pytest.param(resting(listens=True), id="a server at rest"),
        pytest.param(
            resting(command=("python", "-m", "uvicorn", "app:app")),
            id="a server by its name",
        ),
    ],
)
def test_what_has_a_framework_and_rests_is_no_run(process):
    assert Watched(process).ticks(60) == ()


def test_a_notebook_that_listens_and_has_computed_is_a_run_that_rests():
    command = ("python", "-m", "ipykernel_launcher", "-f", "kernel.json")

    assert len(Watched(resting(command=command, listens=True)).ticks(3)) == 1


def test_ranks_that_listen_for_each_other_are_a_run():
    rank = resting(listens=True, thread_demand={"pt_gloo_runloop": 0.0})

    assert len(Watched(rank).ticks(3)) == 1


def test_a_server_at_rest_is_asked_every_five_seconds_and_is_a_run_when_it_was_none():
    watched = Watched(resting(listens=True))
    assert watched.ticks(3) == ()

    watched.world.change(10, listens=False)
    assert len(watched.ticks(6)) == 1


def test_workers_that_load_data_make_a_run_of_what_hardly_works():
    worker = resting(11, parent=10, name="pt_data_worker", **IMPORTED)

    (run,) = Watched(resting(**IMPORTED), worker).ticks(3)

    assert run.root_pid == 10


def test_little_work_that_goes_on_is_a_run_after_twenty_seconds():
    reads = FakeProcess(10, demand=0.19, cores=0.15, busy_threads=1)
    watched = Watched(reads)

    assert watched.ticks(20) == ()
    assert len(watched.ticks(2)) == 1


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"demand": 0.09}, id="less than what counts"),
        pytest.param({"listens": True}, id="a server with few callers"),
    ],
)
def test_other_little_work_is_no_run(changes):
    few = {"demand": 0.19, "cores": 0.15, "busy_threads": 1}

    assert Watched(FakeProcess(10, **{**few, **changes})).ticks(60) == ()


def test_work_now_and_then_is_not_added_up():
    watched = Watched(FakeProcess(10, **{**REST, "demand": 0.2, "cores": 0.2}))
    for _ in range(20):
        watched.world.change(10, demand=0.2, cores=0.2)
        assert watched.ticks(3) == ()
        watched.world.change(10, demand=0.0, cores=0.0)
        assert watched.ticks(6) == ()


def test_a_run_that_has_been_known_stays_one_when_it_begins_to_listen():
    watched = Watched(resting())
    assert len(watched.ticks(3)) == 1

    watched.world.change(10, listens=True)

    assert len(watched.ticks(20)) == 1


def test_processes_that_rest_are_asked_only_once_and_only_those_that_worked():
    watched = Watched(
        resting(mapped=frozenset()),
        *(resting(pid, mapped=TORCH, cpu_s=5.0) for pid in (20, 21)),
    )

    watched.ticks(60)

    assert watched.world.facts_read == [10]


def test_many_of_them_are_asked_in_turns():
    watched = Watched(*(resting(100 + n, mapped=frozenset()) for n in range(30)))

    watched.ticks(1)
    first = len(watched.world.facts_read)
    watched.ticks(10)

    assert first < 30
    assert len(watched.world.facts_read) == 30
