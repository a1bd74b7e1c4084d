"""Whoever names a process means its run."""

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from traintray.core.detection.chosen import chosen_roots
from traintray.core.detection.grouping import children_of


def chosen(pid, roots, *processes):
    table = FakeWorld(*processes).table(0.0)
    found = chosen_roots(pid, roots, table.processes, children_of(table.processes))
    return sorted(found)


BASH = FakeProcess(5, name="bash", is_python=False)
TREE = (
    BASH,
    FakeProcess(10, parent=5),
    FakeProcess(11, parent=10, name="pt_data_worker"),
)


@pytest.mark.parametrize("pid", [5, 10, 11], ids=["shell", "root", "worker"])
def test_a_shell_a_root_and_a_worker_stand_for_their_run(pid):
    assert chosen(pid, {10}, *TREE) == [10]


def test_a_shell_above_several_runs_stands_for_all():
    assert chosen(5, {10, 20}, *TREE, FakeProcess(20, parent=5)) == [10, 20]


def test_a_shell_far_above_stands_for_it_too():
    outer = FakeProcess(4, name="sshd", is_python=False)
    inner = FakeProcess(5, parent=4, name="bash", is_python=False)

    assert chosen(4, {10}, outer, inner, *TREE[1:]) == [10]


def test_without_a_run_a_shell_stands_for_the_one_thing_it_runs():
    uv = FakeProcess(6, parent=5, name="uv", is_python=False)

    assert chosen(5, set(), BASH, uv, FakeProcess(7, parent=6)) == [7]


def test_a_shell_with_several_jobs_stands_for_itself():
    jobs = [FakeProcess(7, parent=5), FakeProcess(8, parent=5)]

    assert chosen(5, set(), BASH, *jobs) == [5]


def test_any_other_program_stands_for_itself():
    program = FakeProcess(7, name="train-in-rust", is_python=False)

    assert chosen(7, set(), program, FakeProcess(8, parent=7)) == [7]


def test_a_run_beside_it_is_not_meant():
    assert chosen(20, {10}, *TREE, FakeProcess(20, parent=5)) == [20]
