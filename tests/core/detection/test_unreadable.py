"""What cannot be looked into is told, not taken for nothing."""

import pytest

from core.detection.fake_world import FakeProcess
from core.detection.test_detector import Watched


def test_a_busy_python_process_of_another_user_is_told():
    watched = Watched(FakeProcess(10, readable=False, uid=1001, cores=1.5))

    assert watched.ticks(6) == ()
    (hidden,) = watched.detector.unreadable
    assert (hidden.pid, hidden.name, hidden.owner_uid) == (10, "train.py", 1001)
    assert hidden.cpu_cores == 1.5


@pytest.mark.parametrize(
    "command",
    [
        ("python", "-m", "pip", "install", "torch"),
        ("python", "-m", "pytest"),
        ("python", "/venv/bin/gunicorn", "app:app"),
    ],
)
def test_one_that_installs_tests_or_serves_is_not_told(command):
    watched = Watched(FakeProcess(10, readable=False, command=command))
    watched.ticks(6)

    assert watched.detector.unreadable == ()


def test_where_even_the_command_line_is_hidden_the_short_name_is_told():
    watched = Watched(FakeProcess(10, readable=False, command=(), name="python3"))
    watched.ticks(6)

    assert [one.name for one in watched.detector.unreadable] == ["python3"]


def test_one_that_rests_is_not_told_after_ten_seconds():
    watched = Watched(FakeProcess(10, readable=False))
    watched.ticks(6)
    watched.world.change(10, cores=0.0)

    watched.ticks(9)
    assert len(watched.detector.unreadable) == 1
    watched.ticks(3)
    assert watched.detector.unreadable == ()


def test_one_that_ended_is_not_told():
    watched = Watched(FakeProcess(10, readable=False))
    watched.ticks(6)
    del watched.world.processes[10]
    watched.ticks(1)

    assert watched.detector.unreadable == ()


def test_programs_that_are_no_python_and_those_that_can_be_read_are_not_told():
    watched = Watched(
        FakeProcess(10, readable=False, is_python=False, name="ffmpeg"),
        FakeProcess(11, mapped=frozenset()),
    )
    watched.ticks(6)

    assert watched.detector.unreadable == ()


def test_the_busiest_comes_first():
    watched = Watched(
        FakeProcess(10, readable=False, cores=0.5),
        FakeProcess(11, readable=False, cores=2.5),
    )
    watched.ticks(6)

    assert [one.pid for one in watched.detector.unreadable] == [11, 10]
