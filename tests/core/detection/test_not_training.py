"""Servers, tools and tests are no runs, whatever they compute."""

import pytest

from core.detection.fake_world import TORCH, FakeProcess
from core.detection.test_detector import Watched

SERVE = ("python", "-m", "uvicorn", "app:app")


@pytest.mark.parametrize(
    "command",
    [
        SERVE,
        ("python", "/venv/bin/gunicorn", "app:app"),
        ("python", "-m", "pip", "install", "flash-attn"),
        ("python", "-m", "pytest", "tests"),
    ],
)
def test_a_server_or_tool_by_name_is_no_run(command):
    assert Watched(FakeProcess(10, command=command)).ticks(30) == ()


def test_a_script_that_serves_and_is_called_is_no_run():
    watched = Watched(FakeProcess(10, serves=True, callers=True))

    assert watched.ticks(30) == ()


def test_a_script_that_begins_to_listen_later_ceases_to_be_a_run():
    watched = Watched(FakeProcess(10, serves=True))
    assert len(watched.ticks(10)) == 1

    watched.world.change(10, callers=True)
    watched.ticks(6)

    assert watched.ticks(1) == ()


def test_once_known_as_a_server_it_stays_one():
    watched = Watched(FakeProcess(10, serves=True, callers=True))
    watched.ticks(10)
    watched.world.change(10, callers=False)

    assert watched.ticks(20) == ()


@pytest.mark.parametrize(
    "process",
    [
        pytest.param(
            FakeProcess(10, callers=True), id="called, but its script does not serve"
        ),
        pytest.param(FakeProcess(10, serves=True), id="serves, but nobody calls"),
        pytest.param(
            FakeProcess(
                10, serves=True, callers=True, thread_demand={"pt_gloo_runloop": 0.1}
            ),
            id="a rank that other ranks call",
        ),
        pytest.param(
            FakeProcess(
                10,
                serves=True,
                callers=True,
                command=("python", "-m", "ipykernel_launcher", "-f", "k.json"),
            ),
            id="a kernel that its notebook calls",
        ),
    ],
)
def test_training_that_is_called_stays_a_run(process):
    assert len(Watched(process).ticks(20)) == 1


def test_a_process_that_speaks_http_and_is_called_serves_whatever_its_script():
    mapped = TORCH | {"/venv/httptools/parser/parser.cpython-311.so"}

    assert Watched(FakeProcess(10, mapped=mapped, callers=True)).ticks(20) == ()
    assert len(Watched(FakeProcess(10, mapped=mapped)).ticks(20)) == 1


def test_the_program_of_a_tree_is_read_once():
    watched = Watched(FakeProcess(10, serves=True))
    watched.ticks(10)
    watched.world.change(10, serves=False, callers=True)
    watched.ticks(6)

    assert watched.ticks(1) == ()


def test_callers_are_asked_for_only_where_the_script_serves_and_every_five_seconds():
    quiet = Watched(FakeProcess(10))
    quiet.ticks(30)
    asked = Watched(FakeProcess(10, serves=True))
    asked.ticks(30)

    assert quiet.world.asked_callers == []
    assert 4 <= len(asked.world.asked_callers) <= 6


def test_a_worker_pool_below_a_test_run_is_no_run_either():
    watched = Watched(
        FakeProcess(10, command=("python", "-m", "pytest")),
        FakeProcess(11, parent=10, command=("python", "-m", "pytest")),
    )

    assert watched.ticks(20) == ()


def test_a_training_script_that_a_test_starts_is_a_run():
    watched = Watched(
        FakeProcess(10, command=("python", "-m", "pytest")),
        FakeProcess(11, parent=10, command=("python", "train.py")),
    )

    assert [run.root_pid for run in watched.ticks(20)] == [11]


def test_a_server_that_was_chosen_is_shown_and_marked():
    watched = Watched(FakeProcess(10, command=SERVE))
    watched.detector.force(10)

    (run,) = watched.ticks(6)

    assert run.traits.is_serving
    assert run.traits.is_chosen
