"""Without room on the disk measuring goes on, it is told, and writing resumes."""

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.archive.archive_files import NOON_S, reading
from traintray.core.archive.writer import ArchiveWriter

ROUNDS = 400
SERIES = 100


def feed(writer, first, count):
    """Add rounds that do not compress."""
    chance = random.Random(first)
    for place in range(first, first + count):
        values = {f"s{number}": chance.random() for number in range(SERIES)}
        writer.add(NOON_S + place, values)
        if place % 10 == 9:
            writer.flush_soon()
            time.sleep(0.01)


def until(condition, patience_s=30.0):
    deadline_s = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < deadline_s, "it never came"
        time.sleep(0.02)


def suffer(path: Path, fill, free) -> None:
    """Write until the disk is full, go on, and see that it resumes."""
    writer = ArchiveWriter(path)
    writer.start()
    assert writer.wait_until_open(30)
    feed(writer, 0, 20)
    fill()
    feed(writer, 20, ROUNDS)
    until(lambda: writer.problem is not None)
    problem = writer.problem
    assert problem is not None
    assert problem.startswith(("The disk is full: ", f"{path} cannot be written"))
    assert "Measuring goes on" in problem
    free()
    feed(writer, 20 + ROUNDS, 20)
    writer.flush_soon()
    until(lambda: writer.problem is None)
    assert writer.close()
    with reading(path) as archive:
        kept = archive.series("s5", NOON_S, NOON_S + 3600, 9999)
    times = [at_s - NOON_S for at_s in kept.times]
    assert times[:20] == list(range(20))
    # What waited is there too, as far as it found room to wait.
    assert times[-120:] == list(range(20 + ROUNDS + 20 - 120, 20 + ROUNDS + 20))
    assert times == sorted(set(times))
    assert not list(path.parent.glob("*.broken-*"))


@pytest.fixture
def tiny_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only root may mount a tiny disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_disk_that_is_full_is_told_and_writing_resumes_when_there_is_room(tiny_disk):
    ballast = tiny_disk / "ballast"

    def fill():
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    suffer(tiny_disk / "history.sqlite", fill, ballast.unlink)


def test_a_disk_that_is_full_from_the_start_is_told(tiny_disk):
    ballast = tiny_disk / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    path = tiny_disk / "history.sqlite"
    writer = ArchiveWriter(path)
    writer.start()
    assert writer.wait_until_open(30)
    feed(writer, 0, 20)
    until(lambda: writer.problem is not None)
    assert "The disk is full" in str(writer.problem)

    ballast.unlink()
    feed(writer, 20, 20)

    assert writer.close()
    assert writer.problem is None
    with reading(path) as archive:
        assert len(archive.series("s5", NOON_S, NOON_S + 3600, 9999).times) == 40


def test_a_file_that_may_not_grow_is_told_and_grows_when_it_may(tmp_path):
    """In a process of its own: the limit is one of the process."""
    done = subprocess.run(
        [sys.executable, __file__, tmp_path / "history.sqlite"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def limited(path: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(most):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))

    suffer(path, lambda: limit(60_000), lambda: limit(hard))


if __name__ == "__main__":
    limited(Path(sys.argv[1]))
