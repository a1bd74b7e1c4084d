"""What is read once of a process, and what must never be kept."""

import pytest

from traintray.core.readings import GapReason
from traintray.core.sensors.cpu_features import has_bfloat16
from traintray.core.sensors.process_facts import (
    is_python,
    read_mapped_files,
    read_process_facts,
    read_thread_variables,
    thread_group,
)


@pytest.fixture
def proc(tmp_path):
    folder = tmp_path / "proc/42"
    folder.mkdir(parents=True)
    (folder / "cmdline").write_bytes(b"python\0train.py\0--lr\x000.1\0")
    (folder / "environ").write_bytes(
        b"OMP_NUM_THREADS=8\0AWS_SECRET_ACCESS_KEY=hush\0OMP_NUM_THREADS=9\0=\0"
    )
    (folder / "maps").write_bytes(
        b"7f00-7f01 r-xp 00000000 08:01 11  /venv/lib/libtorch_cpu.so\n"
        b"7f02-7f03 rw-p 00000000 00:00 0   [heap]\n"
        b"7f04-7f05 r-xp 00000000 08:01 12  /path with space/x.so (deleted)\n"
        b"7f06-7f07 rw-p 00000000 00:00 0\n"
    )
    (folder / "exe").symlink_to("/usr/bin/python3.11")
    (folder / "cwd").symlink_to("/home/a/exp")
    return tmp_path


def test_all_facts_are_read(proc):
    facts = read_process_facts(42, proc)

    assert facts.command == ("python", "train.py", "--lr", "0.1")
    assert facts.is_python
    assert facts.working_folder == "/home/a/exp"
    assert not facts.gaps


def test_only_thread_and_device_variables_are_kept(proc):
    assert read_thread_variables(42, proc) == {"OMP_NUM_THREADS": "8"}


def test_mapped_files_are_paths_not_heap_or_stack(proc):
    assert read_mapped_files(42, proc) == {
        "/venv/lib/libtorch_cpu.so",
        "/path with space/x.so (deleted)",
    }


def test_what_is_unreadable_is_a_gap_and_the_rest_is_there(proc):
    (proc / "proc/42/environ").unlink()
    (proc / "proc/42/environ").mkdir()  # reading a folder fails for root too

    facts = read_process_facts(42, proc)

    assert facts.thread_variables is None
    assert facts.gaps["thread_variables"].reason is GapReason.FAILED
    assert facts.command[1] == "train.py"


def test_the_command_decides_where_the_link_is_not_readable(proc):
    (proc / "proc/42/exe").unlink()

    assert is_python(42, proc)


def test_a_process_that_is_gone_is_no_python(tmp_path):
    assert not is_python(1, tmp_path)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("flags\t\t: fpu avx512f avx512_bf16 amx_tile", True),
        ("flags\t\t: fpu avx2", False),
        ("Features\t: fp asimd bf16", True),
        ("model name\t: bf16 fan", False),
    ],
)
def test_bfloat16_is_read_from_the_cpu_features(tmp_path, line, expected):
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cpuinfo").write_text(f"processor\t: 0\n{line}\n")

    assert has_bfloat16(tmp_path) is expected


def test_without_cpuinfo_there_is_no_bfloat16(tmp_path):
    assert not has_bfloat16(tmp_path)


def test_whose_process_it_is_is_told(proc):
    assert read_process_facts(42, proc).owner_uid == proc.stat().st_uid


@pytest.mark.parametrize(
    ("status", "group"),
    [
        ("Name:\tpython\nTgid:\t41\nPid:\t42\n", 41),
        ("Name:\tpython\n", 42),
        (None, 42),
    ],
)
def test_a_thread_belongs_to_its_process(proc, status, group):
    if status is not None:
        (proc / "proc/42/status").write_text(status)

    assert thread_group(42, proc) == group
