"""How many files may be kept open, and what happens when there are no more."""

from __future__ import annotations

import fcntl
import os
import resource
import subprocess
import sys

import pytest

from traintray.core.sensors.descriptors import (
    NONE_LEFT,
    DescriptorStock,
    read_once,
    share_of_limit,
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "file").write_bytes(b"0123456789")
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


def raised(soft: int, hard: int, call: str) -> str:
    """Limits belong to a process, so each case has its own."""
    code = (
        "import resource\n"
        "from traintray.core.sensors.descriptors import raise_descriptor_limit\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        f"print({call}, resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


@pytest.mark.parametrize(
    ("soft", "hard", "call", "expected"),
    [
        pytest.param(
            256, 2048, "raise_descriptor_limit()", "2048 (2048, 2048)", id="to the hard"
        ),
        pytest.param(
            256,
            2048,
            "raise_descriptor_limit(highest=512)",
            "512 (512, 2048)",
            id="not beyond the cap",
        ),
        pytest.param(
            1024,
            2048,
            "raise_descriptor_limit(highest=512)",
            "1024 (1024, 2048)",
            id="never lowered",
        ),
        pytest.param(
            300, 300, "raise_descriptor_limit()", "300 (300, 300)", id="nothing to gain"
        ),
    ],
)
def test_the_soft_limit_is_raised(soft, hard, call, expected):
    assert raised(soft, hard, call) == expected


def test_a_share_is_taken_of_the_soft_limit():
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)

    assert share_of_limit(1 / 4) == min(soft, 65_536) // 4


def test_no_more_than_the_limit_are_handed_out(folder):
    stock = DescriptorStock(limit=2)
    fds = [stock.keep("file", folder) for _ in range(3)]

    assert fds[2] == NONE_LEFT
    assert stock.used == 2
    stock.release(fds[0])
    stock.release(NONE_LEFT)
    assert stock.used == 1
    again = stock.keep("file", folder)
    assert os.pread(again, 4, 0) == b"0123"
    stock.release(again)
    stock.release(fds[1])


def test_a_stock_that_shrank_hands_out_fewer(folder):
    stock = DescriptorStock(limit=10)
    fds = [stock.keep("file", folder) for _ in range(4)]
    stock.shrink(3)
    for fd in fds:
        stock.release(fd)
    fds = [stock.keep("file", folder) for _ in range(3)]

    assert fds.count(NONE_LEFT) == 2
    for fd in fds:
        stock.release(fd)


def test_kept_files_leave_the_low_numbers_to_others_and_to_no_child(folder):
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2048:
        pytest.skip("too few descriptors to leave any free")
    stock = DescriptorStock(limit=10)
    fd = stock.keep("file", folder)

    assert fd >= 1024
    assert fcntl.fcntl(fd, fcntl.F_GETFD) & fcntl.FD_CLOEXEC
    stock.release(fd)


def test_a_file_that_is_not_there_takes_nothing_from_the_stock(folder):
    stock = DescriptorStock(limit=1)

    with pytest.raises(FileNotFoundError):
        stock.keep("no such file", folder)
    assert stock.used == 0


def test_reading_once_leaves_nothing_open(folder):
    before = os.listdir("/proc/self/fd")

    assert read_once("file", 4, folder) == b"0123"
    assert os.listdir("/proc/self/fd") == before
