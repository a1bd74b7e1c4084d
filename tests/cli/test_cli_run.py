from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time

import pytest


def write(shell, text: str) -> None:
    shell.env_file.parent.mkdir(parents=True, exist_ok=True)
    shell.env_file.write_text(text)


def test_the_command_sees_the_variables_of_the_file(shell):
    shell.run("env", "set", "OMP_NUM_THREADS=3")

    out = shell.run("run", "--", "printenv", "OMP_NUM_THREADS")

    assert (out.returncode, out.stdout, out.stderr) == (0, "3\n", "")


def test_the_dashes_may_be_left_out(shell):
    write(shell, "A=1\n")

    assert shell.run("run", "printenv", "A").stdout == "1\n"


def test_everything_behind_the_dashes_is_the_commands_own(shell):
    write(shell, "")

    out = shell.run("run", "--", "printf", "%s,", "--", "--help", "-x", "a b", "")

    assert out.stdout == "--,--help,-x,a b,,"


def test_the_file_beats_the_environment_and_says_so_in_one_line(shell):
    write(shell, "A=1\nB=2\nC=3\n")

    out = shell.run("run", "--", "printenv", "A", "B", more={"A": "9", "B": "2"})

    assert out.stdout == "1\n2\n"
    assert out.stderr == (
        f"traintray: {shell.env_file} replaces what your environment sets:"
        " A=1 (was 9). uv and python-dotenv would let the environment win.\n"
    )


def test_a_line_that_cannot_be_read_is_reported_and_left_out(shell):
    write(shell, "A=1\nB=$HOME/x\nC='two words'\n")

    out = shell.run("run", "--", "printenv", "A", "B", "C")

    assert out.stdout == "1\ntwo words\n"
    assert out.stderr == (
        f"traintray: {shell.env_file}, line 2 is left out:"
        " a shell would expand the $ in it.\n"
    )


def test_without_a_file_the_command_starts_as_it_is(shell):
    out = shell.run("run", "--", "printenv", "A", more={"A": "9"})

    assert (out.returncode, out.stdout) == (0, "9\n")
    assert "does not exist yet" in out.stderr


@pytest.mark.parametrize("status", [0, 1, 2, 42, 125, 255])
def test_the_exit_status_is_the_commands(shell, status):
    write(shell, "")

    assert shell.run("run", "--", "sh", "-c", f"exit {status}").returncode == status


def test_death_by_a_signal_is_the_commands(shell):
    write(shell, "")

    out = shell.run("run", "--", "sh", "-c", "kill -SEGV $$")

    assert out.returncode == -signal.SIGSEGV


def test_no_process_stands_between_the_caller_and_the_command(shell):
    write(shell, "")
    with subprocess.Popen(
        shell.command("run", "--", "sh", "-c", "echo $$; read answer; exit 7"),
        env=shell.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        pid = int(process.stdout.readline())
        process.stdin.write(b"\n")
        process.stdin.close()

        assert pid == process.pid
        assert process.wait(timeout=60) == 7


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_reaches_the_command(shell, number):
    write(shell, "")
    script = (
        f"trap 'exit 9' {number.name[3:]}; echo ready; while :; do sleep 0.05; done"
    )
    with subprocess.Popen(
        shell.command("run", "--", "sh", "-c", script),
        env=shell.environ,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)

        assert process.wait(timeout=60) == 9


def test_the_command_dies_of_a_closed_pipe_as_it_would_without_us(shell):
    write(shell, "")

    out = shell.run("run", "--", "grep", "SigIgn", "/proc/self/status")

    ignored = int(out.stdout.split()[1], 16)
    assert not ignored & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1)


def test_standard_input_is_the_commands(shell):
    write(shell, "")
    out = subprocess.run(
        shell.command("run", "--", "cat"),
        env=shell.environ,
        input=b"\0bytes\xff",
        capture_output=True,
    )

    assert out.stdout == b"\0bytes\xff"


def test_the_terminal_is_the_commands(shell):
    write(shell, "")
    ours, theirs = pty.openpty()
    try:
        out = subprocess.run(
            shell.command("run", "--", "test", "-t", "0"),
            env=shell.environ,
            stdin=theirs,
        )
    finally:
        os.close(ours)
        os.close(theirs)

    assert out.returncode == 0


def test_a_command_that_is_not_there_is_127(shell):
    write(shell, "")

    out = shell.run("run", "--", "no-such-command")

    assert (out.returncode, out.stdout) == (127, "")
    assert out.stderr == "traintray: no-such-command: command not found.\n"


def test_a_path_set_by_the_file_is_where_the_command_is_looked_for(shell, tmp_path):
    program = tmp_path / "bin/mine"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho found\n")
    program.chmod(0o755)
    write(shell, f"PATH={program.parent}\n")

    assert shell.run("run", "--", "mine").stdout == "found\n"


@pytest.mark.parametrize(
    ("content", "mode", "part"),
    [
        ("#!/bin/sh\n", 0o644, "Permission denied"),
        ("#!/no/such/interpreter\n", 0o755, "its interpreter does not exist"),
        ("no program at all", 0o755, "Exec format error"),
    ],
)
def test_a_command_that_cannot_be_started_is_126(shell, tmp_path, content, mode, part):
    write(shell, "")
    program = tmp_path / "program"
    program.write_text(content)
    program.chmod(mode)

    out = shell.run("run", "--", str(program))

    assert out.returncode == 126
    assert out.stderr.count("\n") == 1
    assert part in out.stderr


def test_a_file_that_others_may_write_stops_the_command(shell):
    write(shell, "LD_PRELOAD=/tmp/evil.so\n")
    shell.env_file.chmod(0o666)

    out = shell.run("run", "--", "echo", "started")

    assert (out.returncode, out.stdout) == (125, "")
    assert "The command was not started" in out.stderr
    assert out.stderr.count("\n") == 1


def test_a_cap_arrives_in_a_python_of_the_run(shell):
    shell.run("env", "set", "OMP_NUM_THREADS=1")
    code = "import os, time; print(os.environ['OMP_NUM_THREADS'], flush=True); input()"
    with subprocess.Popen(
        shell.command("run", "--", sys.executable, "-c", code),
        env=shell.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"1\n"
        with open(f"/proc/{process.pid}/environ", "rb") as environ:
            assert b"OMP_NUM_THREADS=1" in environ.read().split(b"\0")
        process.communicate(b"\n", timeout=60)


def test_it_starts_quickly(shell):
    write(shell, "A=1\n")
    began_s = time.monotonic()
    shell.run("run", "--", "true")

    assert time.monotonic() - began_s < 5
