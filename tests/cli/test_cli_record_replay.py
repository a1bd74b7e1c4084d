"""`traintray record` and `traintray replay`, as a person and a script use them."""

from __future__ import annotations

import gzip
import json
import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from core.replay.recorded import Recorded
from core.test_pipeline import over
from traintray.core.replay.trace_file import LineReader


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    """A recording of a run with too many threads, 30 seconds long."""
    path = tmp_path_factory.mktemp("traces") / "over.trace"
    recorded = Recorded(path, over()).ticks(30)
    recorded.close()
    return path


def test_a_recording_of_this_machine_replays_without_a_difference(shell, tmp_path):
    path = tmp_path / "now.trace.gz"

    made = shell.run("record", str(path), "--seconds", "5")
    played = shell.run("replay", str(path), "--json")

    assert made.returncode == 0, made.stderr
    assert f"traintray replay {path}" in made.stdout
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    answer = json.loads(played.stdout)
    assert answer["recorded"]["samples"] in (5, 6)
    assert answer["recorded"]["damage"] is None
    assert answer["differences"] == []
    assert (played.returncode, played.stderr) == (0, "")


def test_no_progress_is_shown_where_there_is_no_terminal(shell, trace):
    assert shell.run("replay", str(trace)).stderr == ""


def test_what_was_told_is_told_second_by_second(shell, trace):
    done = shell.run("replay", str(trace))

    lines = done.stdout.splitlines()
    assert lines[0].startswith("Recorded on ")
    assert "2 logical CPUs" in lines[0]
    assert any(
        line.endswith(": 8 threads competing for 2 CPUs (too_many_threads)")
        for line in lines
    )
    assert lines[-1] == "Each second got the verdicts that it got live."
    assert done.returncode == 0


def test_the_answer_for_programs_has_changes_and_the_runs_at_the_end(shell, trace):
    answer = json.loads(shell.run("replay", str(trace), "--json").stdout)

    assert answer["schema"] == 1
    assert [one["state"] for one in answer["changes"]] == ["unknown", "finding"]
    assert answer["changes"][1]["kind"] == "too_many_threads"
    assert answer["runs"][0]["verdict"]["kind"] == "too_many_threads"
    assert answer["recorded"]["seconds"] == 29.0
    assert answer["recorded"]["scrubbed"] is False


def test_with_a_speed_it_takes_as_long_as_that_means(shell, trace):
    began_s = time.monotonic()
    done = shell.run("replay", str(trace), "--speed", "20")

    assert time.monotonic() - began_s >= 29 / 20
    assert done.returncode == 0


def test_a_trace_that_was_cut_is_replayed_and_that_is_said(shell, trace, tmp_path):
    path = tmp_path / "cut.trace"
    path.write_bytes(trace.read_bytes()[:-10])

    done = shell.run("replay", str(path), "--json")

    assert done.stderr == (
        f"traintray: {path} ends within a line; all before it was replayed.\n"
    )
    assert json.loads(done.stdout)["recorded"]["cut"] is True
    assert done.returncode == 0


def test_a_damaged_trace_is_replayed_up_to_the_damage(shell, trace, tmp_path):
    lines = trace.read_bytes().splitlines(True)
    path = tmp_path / "damaged.trace"
    path.write_bytes(b"".join([*lines[:27], b"{}\n", *lines[27:]]))

    done = shell.run("replay", str(path))

    assert "Too many threads" in done.stdout
    assert done.stderr.startswith(f"traintray: {path}: line 28 is damaged: ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1


def broken(trace, what):
    raw = trace.read_bytes()
    first = raw.partition(b"\n")[0]
    return {
        "empty": b"",
        "binary": bytes(range(256)) * 20,
        "foreign": b'{"a": 1}\n{"b": 2}\n',
        "newer": raw.replace(b'"schema":1', b'"schema":9', 1),
        "header only": first + b"\n",
        "first second broken": first + b"\nxxx\n",
        "broken archive": gzip.compress(raw)[:20] + b"x" * 50,
    }[what]


@pytest.mark.parametrize(
    "what",
    [
        *("empty", "binary", "foreign", "newer", "header only"),
        *("first second broken", "broken archive"),
    ],
)
def test_what_cannot_be_replayed_gets_one_line(shell, trace, tmp_path, what):
    path = tmp_path / "t"
    path.write_bytes(broken(trace, what))

    done = shell.run("replay", str(path))

    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"traintray: {path}: ")
    assert "Traceback" not in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        ("replay",),
        ("replay", "x", "--speed", "0"),
        ("replay", "x", "--speed", "fast"),
        ("replay", "x", "--json", "--window"),
        ("record",),
        ("record", "x", "--seconds", "1"),
        ("record", "x", "--pid", "4194999"),
    ],
)
def test_wrong_usage_gets_one_line_and_touches_nothing(shell, words, tmp_path):
    done = subprocess.run(
        shell.command(*words),
        env=shell.environ,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("words", [("replay",), ("record", "--seconds", "5")])
@pytest.mark.parametrize("where", ["no/such/folder/t", "."])
def test_a_file_that_cannot_be_opened_gets_one_line(shell, tmp_path, words, where):
    command, *options = words
    done = shell.run(command, str(tmp_path / where), *options)

    assert done.stderr.count("\n") == 1
    assert done.returncode in (1, 2)


def test_nothing_is_recorded_over_a_file_that_is_there(shell, tmp_path):
    path = tmp_path / "train.py"
    path.write_text("import torch\n")

    done = shell.run("record", str(path))

    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert path.read_text() == "import torch\n"


@pytest.mark.parametrize(
    ("number", "name", "status"),
    [
        (signal.SIGINT, "t.trace", 130),
        (signal.SIGKILL, "t.trace.gz", -signal.SIGKILL),
        (signal.SIGTERM, "t.trace.gz", -signal.SIGTERM),
    ],
)
def test_a_recorder_that_is_ended_leaves_what_it_has_seen(
    shell, tmp_path, number, name, status
):
    path = tmp_path / name
    running = subprocess.Popen(
        shell.command("record", str(path)),
        env=shell.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for_lines(path, 3)
    os.kill(running.pid, number)
    _, said = running.communicate(timeout=30)

    played = shell.run("replay", str(path), "--json")

    assert (running.returncode, said) == (status, "")
    answer = json.loads(played.stdout)
    assert answer["recorded"]["samples"] >= 2
    assert answer["differences"] == []
    assert played.returncode == 0


def wait_for_lines(path, count):
    end_s = time.monotonic() + 40
    while time.monotonic() < end_s:
        if path.exists() and lines_in(path) >= count:
            return
        time.sleep(0.2)
    raise AssertionError(f"{path} has less than {count} lines")


def lines_in(path):
    if not path.stat().st_size:
        return 0
    reader = LineReader(path)
    try:
        return len(list(reader.lines()))
    finally:
        reader.close()


@pytest.fixture
def tumors(tmp_path):
    """A program with a secret in its command line."""
    script = tmp_path / "tumors.py"
    script.write_text("while True: pass\n")
    running = subprocess.Popen([sys.executable, str(script), "--api-key=hunter2abc"])
    yield running
    running.kill()
    running.wait()


def test_who_and_where_can_be_left_out(shell, tmp_path, tumors):
    path = tmp_path / "scrubbed.trace"

    made = shell.run(
        *("record", str(path), "--seconds", "6", "--scrub", "--pid", str(tumors.pid))
    )

    text = path.read_text()
    assert made.returncode == 0, made.stderr
    assert '"threads",' in text
    for private in ("tumors", "hunter2abc", str(tmp_path), os.uname().nodename):
        assert private not in text


def test_a_secret_in_a_command_line_is_in_no_trace(shell, tmp_path, tumors):
    path = tmp_path / "whole.trace"

    shell.run("record", str(path), "--seconds", "5", "--pid", str(tumors.pid))

    text = path.read_text()
    assert "tumors.py" in text
    assert "hunter2abc" not in text
