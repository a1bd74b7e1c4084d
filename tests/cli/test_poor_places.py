"""Commands where something is missing: output, home, encoding, settings, `/proc`."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from traintray.cli import streams
from traintray.cli.progress import progress_line
from traintray.cli.streams import complain, print_json

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can do this")


def in_bash(shell, redirection: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ours as `bash` would, redirections included."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {redirection}', "bash", *shell.command(*words)],
        env=shell.environ,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    "redirection", [">&-", "2>&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-"]
)
def test_a_command_is_started_whatever_its_output_is(shell, tmp_path, redirection):
    shell.run("env", "set", "A=1")
    shell.environ["A"] = "replaced, which is told on stderr"

    out = in_bash(
        shell, redirection, "run", "--", "sh", "-c", f"touch {tmp_path}/ran; exit 7"
    )

    assert (tmp_path / "ran").exists()
    assert (out.returncode, out.stdout, out.stderr.count("\n")) in (
        (7, "", 1),
        (7, "", 0),
    )


def test_a_closed_output_is_closed_for_the_command_too(shell):
    shell.run("env", "set", "A=1")
    script = "for n in 0 1 2; do [ -e /proc/$$/fd/$n ] && echo $n >&2; done"

    out = in_bash(shell, ">&-", "run", "--", "sh", "-c", script)

    assert out.stderr.split() == ["0", "2"]


def test_complaints_do_not_turn_up_in_the_output_when_stderr_is_closed(shell):
    out = in_bash(shell, "2>&-", "env", "show", "--json")

    assert json.loads(out.stdout)["exists"] is False
    assert in_bash(shell, "2>&-", "env", "show").stdout == ""


@pytest.mark.parametrize("words", [["env", "set", "a=1"], ["--bogus"], ["env"]])
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", ">&- 2>&-"])
def test_wrong_usage_is_2_although_nobody_can_be_told(shell, words, redirection):
    out = in_bash(shell, redirection, *words)

    assert (out.returncode, out.stdout) == (2, "")


def test_help_without_any_output_is_no_error(shell):
    assert in_bash(shell, ">&- 2>&-", "--help").returncode == 0


def test_an_empty_command_is_not_found(shell):
    out = shell.run("run", "--", "")

    assert out.returncode == 127
    assert out.stderr.endswith("traintray: '': command not found.\n")


def test_a_command_is_named_on_one_short_line(shell):
    shell.run("env", "set", "A=1")

    out = shell.run("run", "--", "a\nb\x1b[31m" + "c" * 5000)

    assert out.returncode in (126, 127)
    assert out.stderr.count("\n") == 1
    assert "\x1b" not in out.stderr
    assert len(out.stderr) < 200


@pytest.mark.parametrize(
    "encoding", ["ascii", "latin-1", "utf-8", "ascii:strict", "gbk"]
)
def test_json_is_valid_whatever_the_encoding(shell, encoding):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_bytes(
        "A='größe 训练 \U0001f600 '\nB='\udcff'\n".encode("utf-8", "surrogateescape")
    )

    out = subprocess.run(
        shell.command("env", "show", "--json"),
        env={**shell.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )

    assert json.loads(out.stdout)["variables"] == {
        "A": "größe 训练 \U0001f600 ",
        "B": "\udcff",
    }


def test_json_knows_no_infinity(capsys):
    print_json({"a": [float("inf"), -float("inf"), float("nan"), 1.5], "b": ("x",)})

    assert json.loads(capsys.readouterr().out) == {
        "a": [None, None, None, 1.5],
        "b": ["x"],
    }


@pytest.mark.parametrize("words", [["status"], ["diagnose", "--seconds", "5"]])
def test_a_broken_settings_file_is_told_and_the_defaults_count(shell, words):
    settings = shell.env_file.with_name("settings.json")
    settings.parent.mkdir(parents=True)
    settings.write_text("{not json")

    out = shell.run(*words, "--json")

    assert out.returncode == 0
    assert json.loads(out.stdout)["schema"] == 1
    assert out.stderr.startswith(f"traintray: {settings} is not valid JSON")
    assert out.stderr.count("settings.json") == 1
    assert settings.read_text() == "{not json"


def test_every_bad_setting_is_told(shell):
    settings = shell.env_file.with_name("settings.json")
    settings.parent.mkdir(parents=True)
    settings.write_text('{"sustained_s": -1, "theme": "pink"}')

    lines = shell.run("status").stderr.splitlines()

    assert [line for line in lines if "sustained_s" in line]
    assert [line for line in lines if "theme" in line]


HOMELESS = """
import pwd, sys
def nobody_known(uid):
    raise KeyError(uid)
pwd.getpwuid = nobody_known
from traintray.cli.parser import dispatch
sys.exit(dispatch({words!r}, None))
"""


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (["env", "path"], 1, "There is no home folder: set HOME"),
        (["autostart", "status"], 1, "There is no home folder: set HOME"),
        (["run", "--", "true"], 125, "The command was not started."),
        (["status", "--json"], 0, "The default settings are used."),
    ],
)
@pytest.mark.parametrize("more", [{}, {"HOME": ""}, {"HOME": "relative"}])
def test_a_user_without_a_home_is_told_so_in_one_line(words, status, part, more):
    out = subprocess.run(
        [sys.executable, "-c", HOMELESS.format(words=words)],
        env={**more, "PATH": os.environ["PATH"], "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert out.returncode == status, out.stderr
    lines = [line for line in out.stderr.splitlines() if line.startswith("traintray:")]
    assert len(lines) == 1
    assert part in lines[0]
    assert "Traceback" not in out.stderr


@ROOT_ONLY
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("meminfo", ["status"]),
        ("stat", ["status"]),
        ("stat", ["diagnose", "--seconds", "5"]),
        ("loadavg", ["diagnose", "--seconds", "5"]),
    ],
)
def test_a_proc_that_makes_no_sense_is_one_line(shell, tmp_path, name, words):
    (tmp_path / "empty").touch()
    mount = f"mount --bind {tmp_path}/empty /proc/{name} || exit 77"
    script = f'{mount}; exec "$@"'
    command = ["unshare", "-m", "bash", "-c", script, "bash", *shell.command(*words)]

    out = subprocess.run(command, env=shell.environ, capture_output=True, text=True)
    if out.returncode == 77 or "unshare failed" in out.stderr:
        pytest.skip("nothing can be mounted here")

    assert (out.returncode, out.stdout) == (1, "")
    lines = [line for line in out.stderr.splitlines() if line.startswith("traintray:")]
    assert len(lines) == 1
    assert f"/proc/{name}" in lines[0]
    assert "Traceback" not in out.stderr


@pytest.mark.parametrize("left_s", [30.0, 0.0])
def test_the_time_left_needs_no_escape_codes(monkeypatch, left_s):
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal, os.fdopen(ours, "rb", 0) as screen:
        monkeypatch.setattr(sys, "stderr", terminal)
        progress_line(left_s)
        shown = screen.read(200)

    assert shown.startswith(b"\r")
    assert b"\x1b" not in shown
    assert (b"30 s left" in shown) == (left_s == 30.0)


def test_without_stderr_nothing_is_told(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)

    progress_line(3.0)
    complain("nobody hears this")

    assert capsys.readouterr().out == ""


def test_ctrl_c_in_an_import_is_no_stack_trace(shell, tmp_path):
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "argparse.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nimport time\n"
        "time.sleep(30)\n"
    )
    more = {"PYTHONPATH": f"{slow}:{shell.environ['PYTHONPATH']}"}

    out = shell.run("env", "path", more=more)

    assert (out.returncode, out.stdout, out.stderr) == (-signal.SIGINT, "", "")


def test_ctrl_c_while_watching_is_130_without_a_stack_trace(shell):
    with subprocess.Popen(
        shell.command("diagnose", "--seconds", "60"),
        env=shell.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        # It holds /proc/stat open as soon as it watches.
        while not _holds(process.pid, "/proc/stat"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out, err) == (130, b"", b"")


def _holds(pid: int, path: str) -> bool:
    folder = f"/proc/{pid}/fd"
    for name in os.listdir(folder):
        try:
            if os.readlink(f"{folder}/{name}") == path:
                return True
        except FileNotFoundError:
            continue
    return False


def test_an_ignored_ctrl_c_stays_ignored(shell):
    script = "trap '' INT; \"$@\""
    words = shell.command("run", "--", "grep", "SigIgn", "/proc/self/status")

    out = subprocess.run(
        ["bash", "-c", script, "bash", *words],
        env=shell.environ,
        capture_output=True,
        text=True,
    )

    assert int(out.stdout.split()[1], 16) & (1 << signal.SIGINT - 1)


def test_a_long_word_is_quoted_with_its_ends():
    word = streams.shortened("a" * 500 + "z" * 500)

    assert word[0] == "a"
    assert word[-1] == "z"
    assert len(word) < 80
