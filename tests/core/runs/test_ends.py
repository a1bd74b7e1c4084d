"""What is made of a process's end, kernel by kernel."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.runs.runs_world import Processes
from traintray.core.runs.ends import Ends
from traintray.core.runs.process_end import UNKNOWN_END, End, told_by


@pytest.fixture
def processes(tmp_path: Path) -> Processes:
    return Processes(tmp_path)


def without_descriptors(processes: Processes) -> Ends:
    return Ends(processes.root, open_process=lambda _pid: None)


def test_a_wait_status_is_read_as_the_kernel_writes_it():
    assert End.of(0) == End(exit_status=0)
    assert End.of(3 << 8) == End(exit_status=3)
    assert End.of(9) == End(signal=9)
    assert End.of(0x80 | 11) == End(signal=11)  # with a core dump


def test_a_living_process_has_not_ended(processes):
    processes.start(7)
    ends = without_descriptors(processes)
    ends.watch(7, 5, is_root=True)

    assert ends.take(0.0) == {}
    assert ends.take(1000.0) == {}


def test_a_zombie_shows_its_exit_status(processes):
    processes.start(7)
    ends = without_descriptors(processes)
    ends.watch(7, 5, is_root=True)
    processes.write(7, "Z", code=1 << 8)

    assert ends.take(0.0) == {7: End(exit_status=1)}
    assert ends.take(1.0) == {}


def test_a_process_that_is_gone_without_a_word_ended_somehow(processes):
    processes.start(7)
    ends = without_descriptors(processes)
    ends.watch(7, 5, is_root=True)
    processes.end(7)

    assert ends.take(0.0) == {7: UNKNOWN_END}


def test_another_process_with_the_same_pid_is_not_the_one(processes):
    processes.start(7, ticks=99)
    ends = without_descriptors(processes)
    ends.watch(7, 5, is_root=True)

    assert ends.take(0.0) == {7: UNKNOWN_END}


def test_a_zombie_of_another_user_is_waited_for_until_its_parent_takes_it(
    processes, monkeypatch
):
    processes.start(7)
    ends = without_descriptors(processes)
    ends.watch(7, 5, is_root=True)
    processes.write(7, "Z", code=0)
    uid = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: uid + 1)

    assert ends.take(0.0) == {}
    assert ends.take(29.0) == {}
    assert ends.take(31.0) == {7: UNKNOWN_END}


def test_a_worker_without_a_descriptor_is_not_watched(processes):
    processes.start(7)
    ends = without_descriptors(processes)
    ends.watch(7, 5)

    assert not ends.is_watched(7)


def test_a_file_that_is_no_process_tells_nothing(tmp_path):
    with (tmp_path / "x").open("w") as file:
        assert told_by(file.fileno()) is None
