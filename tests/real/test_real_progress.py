"""Logs of real processes, found by what those have open and where they work."""

from __future__ import annotations

import gzip
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from traintray.core.progress.follow import Follow
from traintray.core.progress.mark import Look, Mark
from traintray.core.progress.nearby import files_near
from traintray.core.progress.open_files import OpenFile, written_files
from traintray.core.progress.progress import NO_SOURCE, Absent, Progress
from traintray.core.progress.published import (
    Ending,
    Started,
    ending,
    publish,
    publish_end,
    published,
    sweep,
)
from traintray.core.progress.tail import Tail
from traintray.core.progress.watch import ProgressWatch

EVENTS = Path(__file__).parents[1] / "core/progress/recorded/events.torch.gz"


@contextmanager
def writer(
    folder: Path, *lines: str, output: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run Python code in a folder: it obeys one line of code at a time."""
    code = "import os, sys\nfor line in sys.stdin:\n exec(line)\n print('ok')\n"
    code += " sys.stdout.flush()"
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", code],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=output,
        text=True,
    )
    try:
        for line in lines:
            do(process, line)
        yield process
    finally:
        process.kill()
        process.communicate()


def do(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "ok\n"


def wanted(file: OpenFile) -> bool:
    return True


def test_only_regular_files_that_are_written_count(tmp_path):
    (tmp_path / "data.csv").write_text("step\n1\n")
    os.mkfifo(tmp_path / "pipe.csv")
    with writer(
        tmp_path,
        "a = open('data.csv')",
        "b = open('log.csv', 'w')",
        "c = open('both.csv', 'w+')",
        "d = os.open('pipe.csv', os.O_RDWR)",
        "e = open('gone.csv', 'w'); os.unlink('gone.csv')",
        "f = open('/dev/null', 'w')",
        "g = open('log.csv', 'a')",
    ) as process:
        found = {Path(f.path).name for f in written_files(process.pid, wanted)}

    assert found == {"log.csv", "both.csv"}


def test_a_pipe_is_not_opened_for_its_writer_would_notice(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with writer(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("open('pipe.csv', 'w')\n")  # waits for a reader
        process.stdin.flush()
        for _ in range(20):
            with pytest.raises(OSError, match="not a regular file"):
                Tail(str(tmp_path / "pipe.csv")).read()
            went_on, _, _ = select.select([process.stdout], [], [], 0.02)
            assert not went_on


def test_a_process_that_is_gone_says_so(tmp_path):
    with writer(tmp_path) as process:
        pid = process.pid
    with pytest.raises(OSError, match="No such"):
        list(written_files(pid, wanted))


def test_a_log_that_a_process_has_open_tells_its_speed(tmp_path):
    with writer(tmp_path, "log = open('log.csv', 'w')") as process:
        do(process, "log.write('step,loss,wall_time\\n'); log.flush()")
        watch = ProgressWatch(None)
        first = watch.update([process.pid], 0.0)
        rows = ";".join(
            f"log.write('{n * 8},0.5,{1.8e9 + n * 4}\\n')" for n in range(10)
        )
        do(process, f"{rows}; log.flush()")
        told = watch.update([process.pid], 5.0)

    assert isinstance(first, Absent)
    assert first.reason == "It writes log.csv, but no step has been seen in it."
    assert isinstance(told, Progress)
    assert (told.source, told.step, told.steps_per_s) == ("csv", 72, 2.0)
    assert told.where == str(tmp_path / "log.csv")


def test_a_process_without_logs_is_told_so(tmp_path):
    with writer(tmp_path) as process:
        assert ProgressWatch(None).update([process.pid], 0.0) is NO_SOURCE


def test_an_output_that_goes_to_a_file_is_read(tmp_path):
    with (tmp_path / "train.out").open("w") as out:
        bar = "print('\\r 1%|█ | 10/1000 [00:05<00:05, 9.5it/s]', file=sys.stderr)"
        with writer(tmp_path, bar, output=out.fileno()) as process:
            told = ProgressWatch(None).update([process.pid], 0.0)

    assert isinstance(told, Progress)
    assert (told.source, told.step, told.total_steps) == ("output", 10, 1000)


def test_an_event_file_that_is_closed_between_writes_is_found_by_its_name(tmp_path):
    def put(name: str) -> None:
        (tmp_path / "runs/today").mkdir(parents=True, exist_ok=True)
        path = tmp_path / "runs/today" / name
        path.write_bytes(gzip.decompress(EVENTS.read_bytes()))

    with writer(tmp_path) as process:
        host = socket.gethostname()
        put(f"events.out.tfevents.1.{host}.{process.pid + 1}.0")
        put(f"events.out.tfevents.1.elsewhere.{process.pid}.0")
        assert files_near(process.pid) == []
        put(f"events.out.tfevents.1.{host}.{process.pid}.0")
        told = ProgressWatch(None).update([process.pid], 0.0)

    assert isinstance(told, Progress)
    assert (told.source, told.step) == ("tensorboard", 390)
    assert told.steps_per_s == pytest.approx(5.0)


def test_of_two_tables_nearby_nobody_can_tell_whose_they_are(tmp_path):
    def put(version: int) -> Path:
        path = tmp_path / f"lightning_logs/version_{version}/metrics.csv"
        path.parent.mkdir(parents=True)
        path.write_text("epoch,step\n0,9\n")
        return path

    old = put(0)
    os.utime(old, (1e9, 1e9))
    with writer(tmp_path) as process:
        assert files_near(process.pid) == []
        mine = put(1)
        assert files_near(process.pid) == [mine]
        put(2)
        assert files_near(process.pid) == []


def test_folders_with_much_data_are_not_searched(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for n in range(1001):
        (data / f"{n}.jpg").touch()
    (data / "metrics.csv").write_text("step\n1\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/metrics.csv").write_text("step\n1\n")
    with writer(tmp_path) as process:
        os.utime(data / "metrics.csv")
        os.utime(tmp_path / ".git/metrics.csv")

        assert files_near(process.pid) == []


def some_progress(step: int = 100) -> Progress:
    follow = Follow("terminal")
    for n in range(5):
        marks = (Mark(step + n * 20, n * 10.0),)
        follow.update(Look(marks, epoch=2, total_steps=1000), n * 10.0)
    progress = follow.progress(40.0)
    assert progress is not None
    return progress


def test_what_traintray_run_left_is_the_runs_and_those_below_it(tmp_path):
    left = tmp_path / "progress"
    code = "import subprocess; c = subprocess.Popen([sys.executable, '-c', 'input()'],"
    code += " stdin=subprocess.PIPE); print(c.pid, flush=True)"
    with writer(tmp_path) as process, writer(tmp_path) as other:
        publish(left, Started.of(process.pid), some_progress())
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(code + "\n")
        process.stdin.flush()
        below = int(process.stdout.readline())
        told = [
            ProgressWatch(left).update([pid], 0.0)
            for pid in (process.pid, below, other.pid)
        ]

    assert told[0] == told[1] == some_progress()
    assert isinstance(told[2], Absent)


def test_the_number_of_a_process_alone_is_not_enough(tmp_path):
    with writer(tmp_path) as process:
        real = Started.of(process.pid)
        publish(tmp_path, Started(real.pid, real.started_ticks - 1), some_progress())

        assert isinstance(ProgressWatch(tmp_path).update([real.pid], 0.0), Absent)


def test_files_of_dead_commands_are_swept_away_and_endings_kept(tmp_path):
    with writer(tmp_path) as process:
        live = Started.of(process.pid)
        dead = Started(live.pid, live.started_ticks - 1)
        ended = Started(live.pid, live.started_ticks - 2)
        for one in (live, dead):
            publish(tmp_path, one, some_progress())
        publish_end(tmp_path, ended, Ending(7, None))
        (tmp_path / "notes.txt").write_text("somebody's")
        sweep(tmp_path)

    assert published(tmp_path).keys() == {live}
    assert ending(tmp_path, ended) == Ending(7, None)
    assert (tmp_path / "notes.txt").exists()


def test_old_endings_are_swept_away(tmp_path):
    ended = Started(1, 1)
    publish_end(tmp_path, ended, Ending(None, 9))
    long_ago_s = time.time() - 25 * 3600
    os.utime(tmp_path / "1-1.ended", (long_ago_s, long_ago_s))
    sweep(tmp_path)

    assert ending(tmp_path, ended) is None


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"unit": 5}', "null", '{"step": "5"}', "[" * 9000, "x" * 9000],
)
def test_a_file_that_makes_no_sense_is_no_progress(tmp_path, content):
    with writer(tmp_path) as process:
        started = Started.of(process.pid)
        name = f"{started.pid}-{started.started_ticks}.json"
        (tmp_path / name).write_text(content)

        assert isinstance(ProgressWatch(tmp_path).update([started.pid], 0.0), Absent)


def test_looking_costs_little(tmp_path):
    opened = "files = [open(f'{n}.bin', 'w') for n in range(200)]"
    with writer(tmp_path, opened, "log = open('log.csv', 'w')") as process:
        watch = ProgressWatch(None)
        watch.update([process.pid], 0.0)
        before_s = time.thread_time()
        for at_s in range(5, 105, 5):
            watch.update([process.pid], float(at_s))
        each_s = (time.thread_time() - before_s) / 20

    # Every 5 s: 5 ms would be a thousandth of a CPU. Measured 0.3 ms.
    assert each_s < 0.005
