"""What the control groups of a process allow, in both hierarchies."""

import pytest

from fakes import write_tree
from traintray.core.readings import CgroupReading
from traintray.core.sensors.cgroups import read_cgroup
from traintray.core.sensors.usable_cpus import read_usable_cpus

V2 = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
V1 = (
    "31 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    "32 30 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "33 30 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
)
GROUPS_V1 = "3:cpuset:/job\n2:memory:/job\n1:cpu,cpuacct:/job\n"
NO_LIMIT_V1 = 9223372036854771712


def machine(root, mounts, groups, **files):
    tree = {"proc/self/mountinfo": mounts, "proc/42/cgroup": groups}
    tree.update({f"sys/fs/cgroup/{name}": text for name, text in files.items()})
    return write_tree(root, tree)


def test_throttling_is_that_of_the_group_with_the_strictest_quota(tmp_path):
    root = machine(
        tmp_path,
        V2,
        "0::/user/job\n",
        **{
            "user/cpu.max": "150000 100000\n",
            "user/cpu.stat": "usage_usec 9\nnr_periods 40\nnr_throttled 30\n",
            "user/job/cpu.max": "400000 100000\n",
            "user/job/cpu.stat": "usage_usec 9\nnr_periods 7\nnr_throttled 1\n",
        },
    )

    found = read_cgroup(42, root)

    assert (found.periods, found.throttled_periods) == (40, 30)


def test_without_a_quota_there_are_no_periods(tmp_path):
    root = machine(
        tmp_path,
        V2,
        "0::/job\n",
        **{
            "job/cpu.max": "max 100000\n",
            "job/cpu.stat": "nr_periods 40\nnr_throttled 30\n",
        },
    )

    assert read_cgroup(42, root) == CgroupReading(None, None, None)


def test_the_older_hierarchy_says_the_same(tmp_path):
    root = machine(
        tmp_path,
        V1,
        GROUPS_V1,
        **{
            "cpu,cpuacct/job/cpu.cfs_quota_us": "50000\n",
            "cpu,cpuacct/job/cpu.cfs_period_us": "100000\n",
            "cpu,cpuacct/job/cpu.stat": "nr_periods 8\nnr_throttled 6\n",
            "memory/job/memory.limit_in_bytes": "1000\n",
            "memory/job/memory.usage_in_bytes": "900\n",
            "memory/job/memory.stat": "total_active_file 100\ntotal_inactive_file 50\n",
            "memory/memory.limit_in_bytes": f"{NO_LIMIT_V1}\n",
            "memory/memory.usage_in_bytes": "5\n",
        },
    )

    assert read_cgroup(42, root) == CgroupReading(8, 6, 250)


@pytest.mark.parametrize(
    ("files", "left"),
    [
        pytest.param(
            {"job/memory.max": "1000", "job/memory.current": "300"}, 700, id="a limit"
        ),
        pytest.param(
            {"job/memory.max": "max", "job/memory.current": "300"}, None, id="none"
        ),
        pytest.param(
            {
                "job/memory.max": "1000",
                "job/memory.current": "1000",
                "job/memory.stat": "anon 1\nactive_file 200\ninactive_file 100\n",
            },
            300,
            id="page cache can be given back",
        ),
        pytest.param(
            {
                "memory.max": "500",
                "memory.current": "400",
                "job/memory.max": "1000",
                "job/memory.current": "300",
            },
            100,
            id="the nearest limit of all groups above",
        ),
        pytest.param(
            {"job/memory.max": "100", "job/memory.current": "300"}, 0, id="over it"
        ),
        pytest.param({}, None, id="no memory controller"),
    ],
)
def test_what_is_left_of_the_memory_limit(tmp_path, files, left):
    root = machine(tmp_path, V2, "0::/job\n", **files)

    assert read_cgroup(42, root).memory_left_bytes == left


def test_the_group_of_the_process_counts_not_that_of_the_reader(tmp_path):
    root = machine(
        tmp_path,
        V2,
        "0::/theirs\n",
        **{
            "theirs/memory.max": "1000",
            "theirs/memory.current": "1",
            "mine/memory.max": "10",
            "mine/memory.current": "1",
        },
    )
    write_tree(root, {"proc/self/cgroup": "0::/mine\n"})

    assert read_cgroup(42, root).memory_left_bytes == 999


def test_a_process_that_is_gone_has_no_groups(tmp_path):
    root = machine(tmp_path, V2, "0::/\n")

    assert read_cgroup(43, root) == CgroupReading(None, None, None)


def cpuset_machine(root, mounts, groups, **files):
    status = "Name:\tx\nCpus_allowed_list:\t{}\nX:\t1\n"
    machine(root, mounts, groups, **files)
    return write_tree(
        root,
        {"proc/42/status": status.format("1"), "proc/7/status": status.format("0-7")},
    )


@pytest.mark.parametrize(
    ("mounts", "groups", "files", "cpus"),
    [
        pytest.param(V2, "0::/job\n", {}, tuple(range(8)), id="no cpuset"),
        pytest.param(
            V2,
            "0::/job\n",
            {"job/cpuset.cpus.effective": "0-3\n"},
            (0, 1, 2, 3),
            id="its own cpuset",
        ),
        pytest.param(
            V2,
            "0::/slice/job\n",
            {"slice/cpuset.cpus.effective": "4-5\n"},
            (4, 5),
            id="that of the group above",
        ),
        pytest.param(
            V1, GROUPS_V1, {"cpuset/job/cpuset.cpus": "2-3\n"}, (2, 3), id="version 1"
        ),
    ],
)
def test_a_parents_mask_counts_within_the_cpuset_of_the_process(
    tmp_path, mounts, groups, files, cpus
):
    root = cpuset_machine(tmp_path, mounts, groups, **files)

    assert read_usable_cpus(42, root, mask_of=7).logical_cpus == cpus
    assert read_usable_cpus(42, root).logical_cpus == (1,)


def test_a_parent_in_another_cpuset_says_nothing(tmp_path):
    root = cpuset_machine(
        tmp_path, V2, "0::/job\n", **{"job/cpuset.cpus.effective": "9\n"}
    )

    assert read_usable_cpus(42, root, mask_of=7).logical_cpus == (1,)
