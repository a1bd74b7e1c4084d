"""Which count of kills is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from traintray.core.runs.memory_kills import MemoryKills

V2 = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
V1 = "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"


class Groups:
    def __init__(self, root: Path, v2: bool) -> None:
        self.root, self.v2 = root, v2
        self.base = root / ("sys/fs/cgroup" if v2 else "sys/fs/cgroup/memory")
        (root / "proc/self").mkdir(parents=True)
        (root / "proc/7").mkdir()
        (root / "proc/self/mountinfo").write_text(V2 if v2 else V1)
        line = "0::/a/b\n" if v2 else "4:memory:/a/b\n"
        (root / "proc/7/cgroup").write_text(line)
        self.tell("", 0)
        self.tell("a", 0)
        self.tell("a/b", 0)
        self.machine(0)

    def tell(self, group: str, kills: int) -> None:
        folder = self.base / group
        folder.mkdir(parents=True, exist_ok=True)
        name = "memory.events" if self.v2 else "memory.oom_control"
        (folder / name).write_text(f"low 0\noom {kills}\noom_kill {kills}\n")

    def remove(self, group: str) -> None:
        for file in (self.base / group).iterdir():
            file.unlink()
        (self.base / group).rmdir()

    def machine(self, kills: int) -> None:
        (self.root / "proc/vmstat").write_text(f"nr 1\noom_kill {kills}\n")


@pytest.fixture(params=[True, False], ids=["v2", "v1"])
def groups(request, tmp_path: Path) -> Groups:
    return Groups(tmp_path, request.param)


def test_a_kill_in_its_own_group_counts(groups):
    kills = MemoryKills(7, groups.root)
    groups.tell("a/b", 1)

    assert kills.rose_lately(10.0)


def test_a_kill_elsewhere_on_the_machine_does_not_count(groups):
    kills = MemoryKills(7, groups.root)
    groups.tell("a", 1)
    groups.machine(1)

    assert not kills.rose_lately(10.0)


def test_when_a_group_of_v2_is_gone_the_one_above_it_counts(tmp_path):
    groups = Groups(tmp_path, v2=True)
    kills = MemoryKills(7, tmp_path)
    groups.remove("a/b")
    groups.tell("a", 1)

    assert kills.rose_lately(10.0)


def test_when_a_group_of_v1_is_gone_the_machine_counts(tmp_path):
    groups = Groups(tmp_path, v2=False)
    kills = MemoryKills(7, tmp_path)
    groups.remove("a/b")
    groups.machine(1)

    assert kills.rose_lately(10.0)


def test_a_kill_counts_for_some_seconds_and_no_longer(groups):
    kills = MemoryKills(7, groups.root)
    groups.tell("a/b", 1)
    kills.look(10.0)

    assert kills.rose_lately(24.0)
    assert not kills.rose_lately(26.0)


def test_where_nothing_can_be_read_nothing_is_claimed(tmp_path):
    assert not MemoryKills(7, tmp_path).rose_lately(10.0)
