"""What a process may use: its mask, and the strictest quota above it."""

from pathlib import Path

import pytest

from traintray.core.sensors.usable_cpus import parse_cpu_list, read_usable_cpus

V2_MOUNT = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
V1_MOUNT = "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"


def machine(root: Path, *, allowed="0-7", cgroup="0::/\n", mounts=V2_MOUNT, files=()):
    for pid in ("42", "self"):
        (root / "proc" / pid).mkdir(parents=True, exist_ok=True)
    status = f"Name:\tpython\nCpus_allowed:\tff\nCpus_allowed_list:\t{allowed}\nX:\t1\n"
    (root / "proc/42/status").write_text(status)
    (root / "proc/42/cgroup").write_text(cgroup)
    (root / "proc/self/mountinfo").write_text(mounts)
    for cpu in range(8):  # four cores with two threads each
        topology = root / f"sys/devices/system/cpu/cpu{cpu}/topology"
        topology.mkdir(parents=True, exist_ok=True)
        (topology / "thread_siblings_list").write_text(f"{cpu % 4},{cpu % 4 + 4}\n")
    for name, text in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_without_limits_it_is_every_cpu_in_the_mask(tmp_path):
    cpus = read_usable_cpus(42, machine(tmp_path))

    assert (cpus.count, cpus.physical_cores, cpus.quota_cpus) == (8.0, 4, None)


def test_a_narrow_mask_counts_not_the_machine(tmp_path):
    cpus = read_usable_cpus(42, machine(tmp_path, allowed="0,4"))

    assert cpus.logical_cpus == (0, 4)
    assert (cpus.count, cpus.physical_cores) == (2.0, 1)


def test_the_strictest_quota_of_all_ancestors_counts(tmp_path):
    root = machine(
        tmp_path,
        cgroup="0::/user.slice/job\n",
        files=[
            ("sys/fs/cgroup/cpu.max", "max 100000\n"),
            ("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n"),
            ("sys/fs/cgroup/user.slice/job/cpu.max", "400000 100000\n"),
        ],
    )

    cpus = read_usable_cpus(42, root)

    assert (cpus.count, cpus.quota_cpus) == (1.5, 1.5)


def test_a_quota_above_the_mask_does_not_add_cpus(tmp_path):
    root = machine(
        tmp_path,
        allowed="0-1",
        cgroup="0::/job\n",
        files=[("sys/fs/cgroup/job/cpu.max", "400000 100000\n")],
    )

    assert read_usable_cpus(42, root).count == 2.0


@pytest.mark.parametrize(("quota", "expected"), [("200000", 2.0), ("-1", None)])
def test_the_older_cgroups_are_read_as_well(tmp_path, quota, expected):
    folder = "sys/fs/cgroup/cpu/job"
    root = machine(
        tmp_path,
        cgroup="9:cpuset:/x\n4:cpu,cpuacct:/job\n0::/\n",
        mounts=V1_MOUNT,
        files=[
            (f"{folder}/cpu.cfs_quota_us", f"{quota}\n"),
            (f"{folder}/cpu.cfs_period_us", "100000\n"),
        ],
    )

    assert read_usable_cpus(42, root).quota_cpus == expected


def test_a_cgroup_outside_the_mounted_part_is_looked_up_at_the_top(tmp_path):
    root = machine(
        tmp_path,
        cgroup="0::/elsewhere\n",
        mounts="30 23 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
        files=[("sys/fs/cgroup/cpu.max", "300000 100000\n")],
    )

    assert read_usable_cpus(42, root).quota_cpus == 3.0


def test_the_mask_of_another_process_can_be_taken_instead(tmp_path):
    root = machine(tmp_path, allowed="0")
    (root / "proc/7").mkdir()
    (root / "proc/7/status").write_text("Cpus_allowed_list:\t0-3\n")

    assert read_usable_cpus(42, root, mask_of=7).count == 4.0


def test_where_the_kernel_tells_no_cores_each_cpu_is_one(tmp_path):
    root = machine(tmp_path)
    for path in root.glob("sys/devices/system/cpu/cpu*/topology/*"):
        path.unlink()

    assert read_usable_cpus(42, root).physical_cores == 8


def test_a_process_that_is_gone_is_an_error_not_a_guess(tmp_path):
    with pytest.raises(OSError, match="99"):
        read_usable_cpus(99, machine(tmp_path))


@pytest.mark.parametrize(
    ("text", "cpus"), [("0-2,5\n", (0, 1, 2, 5)), ("7", (7,)), ("\n", ())]
)
def test_a_kernel_cpu_list_is_read(text, cpus):
    assert parse_cpu_list(text) == cpus


def test_a_mount_point_that_is_no_text_does_not_matter(tmp_path):
    root = machine(tmp_path)
    mounts = b"9 1 0:9 / /x/Ger\xe4t rw - tmpfs t rw\n" + V2_MOUNT.encode()
    (root / "proc/self/mountinfo").write_bytes(mounts)

    assert read_usable_cpus(42, root).count == 8.0
