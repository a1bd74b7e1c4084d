"""`traintray run` on a terminal: the command must not notice that we are there."""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
import time
from pathlib import Path

import pytest
from terminals import Emulator

from traintray.core.progress.published import Ending, Started, ending


@pytest.fixture
def terminal(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("")
    emulators = []

    def start(*words: str, **more: object) -> Emulator:
        emulators.append(
            Emulator(shell.command("run", "--", *words), shell.environ, **more)
        )
        return emulators[-1]

    yield start
    for emulator in emulators:
        emulator.__exit__()


def python(*lines: str) -> tuple[str, ...]:
    return sys.executable, "-u", "-c", "\n".join(lines)


def wait_until(holds, seconds: float = 20.0) -> None:
    end_s = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end_s
        time.sleep(0.02)


@pytest.mark.parametrize("status", [0, 3, 42, 255])
def test_the_exit_status_on_a_terminal_is_the_commands(terminal, status):
    assert terminal("sh", "-c", f"exit {status}").end() == (status, b"")


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGINT]
)
def test_death_by_a_signal_on_a_terminal_is_the_commands(terminal, number):
    assert terminal("sh", "-c", f"kill -{number} $$").end()[0] == -number


def test_a_command_that_is_not_there_is_127_on_a_terminal(terminal):
    status, shown = terminal("no-such-command").end()

    assert status == 127
    assert shown == b"traintray: no-such-command: command not found.\r\n"


def test_what_is_shown_is_what_was_written(terminal, shell):
    words = python(
        "import os",
        "os.write(1, b'\\x1b[31mred\\x1b[0m\\r 50%|\\xe2\\x96\\x88 | 1/2\\n')",
        "os.write(2, bytes(range(256)))",
        "print(os.isatty(1), os.isatty(2), os.get_terminal_size(1))",
    )
    with Emulator(words, shell.environ) as plain:
        expected = plain.end()

    assert terminal(*words).end() == expected
    assert b"columns=100, lines=30" in expected[1]


def test_nothing_is_lost_when_a_command_writes_much_and_ends(terminal):
    count = 200_000
    status, shown = terminal("seq", str(count)).end()

    expected = b"".join(b"%d\r\n" % n for n in range(1, count + 1))
    assert (status, shown == expected, len(shown)) == (0, True, len(expected))


def test_a_new_size_reaches_the_command_however_late_we_hear_of_it(terminal):
    words = python(
        "import os, signal, time",
        "def tell(*_): print('now', os.get_terminal_size(1).columns, 'end')",
        "signal.signal(signal.SIGWINCH, tell)",
        "print('ready')",
        "while True: time.sleep(0.05)",
    )
    command = terminal(*words)
    command.see(b"ready")
    command.process.send_signal(signal.SIGSTOP)
    command.resize(20, 61)
    wait_until(lambda: not command.read(0.3))
    command.process.send_signal(signal.SIGCONT)

    command.see(b"now 61 end")


# Python would make one of two signals that come close together; this counts them all.
COUNTING = (
    "import os, signal, sys, time",
    "seen, told = os.pipe2(os.O_NONBLOCK)",
    "signal.set_wakeup_fd(told)",
    "signal.signal(int(sys.argv[1]), lambda *_: None)",
    "print('ready')",
    "while not os.get_blocking(seen):",
    "    time.sleep(0.02)",
    "    try: count = len(os.read(seen, 99))",
    "    except BlockingIOError: continue",
    "    time.sleep(1)",
    "    try: count += len(os.read(seen, 99))",
    "    except BlockingIOError: pass",
    "    print('heard', count)",
    "    sys.exit(5)",
)


def test_ctrl_c_interrupts_the_command_once(terminal):
    command = terminal(*python(*COUNTING), str(int(signal.SIGINT)))
    command.see(b"ready")
    # What we would hand on now comes when the command has heard of it already.
    command.process.send_signal(signal.SIGSTOP)
    command.type(b"\x03")
    wait_until(lambda: not command.read(0.3))
    command.process.send_signal(signal.SIGCONT)

    status, shown = command.end()
    assert (status, shown.endswith(b"heard 1\r\n")) == (5, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1, signal.SIGINT])
def test_a_signal_to_us_is_handed_on_once(terminal, number):
    command = terminal(*python(*COUNTING), str(int(number)))
    command.see(b"ready")
    command.process.send_signal(number)

    status, shown = command.end()
    assert (status, shown.split()) == (5, [b"heard", b"1"])


def test_ctrl_z_gives_the_shell_back_and_fg_goes_on(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("")
    script = "echo begun; read answer; echo got $answer; exit 6"
    words = " ".join(shell.command("run", "--", "sh", "-c"))
    with Emulator(["bash", "--norc", "--noprofile", "-i"], shell.environ) as emulator:
        emulator.see(b"$ ")
        emulator.type(f"{words} '{script}'\n".encode())
        emulator.see(b"begun\r\n")
        emulator.type(b"\x1a")
        emulator.see(b"Stopped")
        emulator.type(b"echo shell $((40 + 2))\n")
        emulator.see(b"shell 42")
        emulator.type(b"fg\n")
        emulator.see(b"begun")
        emulator.type(b"yes\n")
        emulator.see(b"got yes")
        emulator.type(b"echo status $?\n")
        emulator.see(b"status 6")


def test_what_is_typed_reaches_the_command(terminal):
    command = terminal("sh", "-c", "read line; echo got $line")
    command.type(b"some words\n")

    command.see(b"got some words")


def test_a_pipe_as_input_stays_a_pipe(terminal):
    reading, writing = os.pipe()
    os.write(writing, b"from a pipe")
    os.close(writing)
    command = terminal("cat", others={"stdin": reading})
    os.close(reading)

    assert command.end() == (0, b"from a pipe")


def test_an_output_that_goes_to_a_file_goes_there_itself(terminal, tmp_path):
    with (tmp_path / "log").open("wb") as log:
        words = python("import os", "print(os.isatty(1), os.isatty(2))")
        command = terminal(*words, others={"stdout": log.fileno()})
        assert command.end()[0] == 0

    assert (tmp_path / "log").read_text() == "False True\n"


def test_what_the_command_left_behind_may_still_write(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("")
    words = shell.command("run", "--", "sh", "-c", "(sleep 0.7; echo late) & exit 4")
    script = '"$@"; echo status $?; sleep 2'
    with Emulator(["sh", "-c", script, "sh", *words], shell.environ) as emulator:
        assert b"late" not in emulator.see(b"status 4")
        emulator.see(b"late")


def test_a_full_screen_program_gets_its_keys_unseen(terminal):
    words = python(
        "import os, sys, termios",
        "modes = termios.tcgetattr(1)",
        "quiet = list(modes)",
        "quiet[3] &= ~(termios.ECHO | termios.ICANON)",
        "termios.tcsetattr(1, termios.TCSANOW, quiet)",
        "print('ready')",
        "key = os.read(0, 1)",
        "termios.tcsetattr(1, termios.TCSANOW, modes)",
        "print('key', key)",
    )
    command = terminal(*words)
    command.see(b"ready")
    wait_until(lambda: not command.echoes)
    command.type(b"k")

    command.see(b"key b'k'")
    wait_until(lambda: command.echoes)


def test_the_modes_come_back_when_a_command_is_killed(terminal):
    words = python(
        "import os, termios, time",
        "quiet = termios.tcgetattr(0)",
        "quiet[3] &= ~termios.ECHO",
        "termios.tcsetattr(0, termios.TCSANOW, quiet)",
        "print('pid', os.getpid(), 'end')",
        "time.sleep(60)",
    )
    command = terminal(*words)
    pid = int(command.see(b" end").split()[-2])
    assert not command.echoes
    os.kill(pid, signal.SIGKILL)
    command.process.wait(timeout=20)

    assert command.echoes


def test_a_terminal_that_closes_ends_the_command_as_without_us(terminal):
    command = terminal(*python("import time", "print('ready')", "time.sleep(60)"))
    command.see(b"ready")
    os.close(command.slave)
    os.close(command.master)

    assert command.process.wait(timeout=20) == -signal.SIGHUP


def test_a_command_that_minds_no_hangup_survives_its_terminal(terminal, tmp_path):
    done = tmp_path / "done"
    words = python(
        "import pathlib, signal, sys, time",
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)",
        "print('ready')",
        "time.sleep(1)",
        "print('x' * 300_000)",
        f"pathlib.Path({str(done)!r}).write_text('whole')",
    )
    command = terminal(*words)
    command.see(b"ready")
    os.close(command.slave)
    os.close(command.master)

    wait_until(done.exists)


BAR = (
    "import sys, time",
    "for n in range(1, 201):",
    "    rate = f'[00:01<00:01, 20.0it/s, loss={1 / n:.3f}]'",
    "    sys.stderr.write(f'\\rEpoch 1/2: {n // 2}%|####    | {n}/200 {rate}')",
    "    sys.stderr.flush()",
    "    time.sleep(0.05)",
    "sys.exit(3)",
)


def progress_files(shell) -> list[Path]:
    return sorted((shell.state_dir / "run/progress").glob("*.json"))


def test_its_progress_bar_is_published_while_it_runs(terminal, shell):
    command = terminal(*python(*BAR))
    wait_until(lambda: command.read(0.05) and progress_files(shell))
    (path,) = progress_files(shell)
    pid = int(path.stem.partition("-")[0])
    started = Started.of(pid)
    assert path.stem == f"{pid}-{started.started_ticks}"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    def speed() -> float | None:
        command.read(0.05)
        found = json.loads(path.read_text())
        assert found["total_steps"] == 400
        return found["steps_per_s"]

    wait_until(speed)
    # 20 a second at most, and not less than half of that on a busy machine.
    assert 10 < speed() <= 20.5
    assert command.end()[0] == 3
    assert progress_files(shell) == []
    assert ending(path.parent, started) == Ending(3, None)


def test_nothing_stays_published_when_we_are_killed(terminal, shell):
    command = terminal(*python(*BAR))
    wait_until(lambda: command.read(0.05) and progress_files(shell))
    command.process.kill()

    wait_until(lambda: not progress_files(shell))


def test_the_command_starts_with_nothing_of_ours(terminal):
    words = python(
        "import os, re, signal",
        "status = open('/proc/self/status').read()",
        "held, ignored = (int(re.search(f'Sig{n}:\\\\s*(.*)', status)[1], 16)"
        " for n in ('Blk', 'Ign'))",
        "jobs = signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU",
        "print(held, [n for n in jobs if ignored & 1 << n - 1])",
        "print(sorted(int(n) for n in os.listdir('/proc/self/fd')))",
        "print(os.getpgrp() == os.tcgetpgrp(0), os.getsid(0) == os.getppid())",
    )
    _, shown = terminal(*words).end()

    # The last descriptor is that of the list itself.
    assert shown.split(b"\r\n") == [b"0 []", b"[0, 1, 2, 3]", b"True True", b""]


def test_a_signal_that_ended_it_is_left_for_the_app(terminal, shell):
    command = terminal("sh", "-c", "echo pid $$ end; kill -KILL $$")
    command.end()
    (path,) = (shell.state_dir / "run/progress").glob("*.ended")
    pid, ticks = path.stem.split("-")

    found = ending(path.parent, Started(int(pid), int(ticks)))
    assert found == Ending(None, signal.SIGKILL)


def test_without_a_place_to_publish_all_else_works(terminal, shell):
    shell.state_dir.mkdir(parents=True)
    (shell.state_dir / "run").write_text("in the way")

    assert terminal("sh", "-c", "echo shown; exit 3").end() == (3, b"shown\r\n")


def test_who_looks_on_may_die(terminal):
    command = terminal("sh", "-c", "echo $$; read wait; seq 100000; exit 9")
    pid = int(command.see(b"\n").split()[0])
    siblings = Path(f"/proc/{command.process.pid}/task/{command.process.pid}/children")
    wait_until(lambda: len(siblings.read_text().split()) == 2)
    (observer,) = {int(n) for n in siblings.read_text().split()} - {pid}
    os.kill(observer, signal.SIGKILL)
    command.type(b"\n")

    status, shown = command.end()
    assert status == 9
    assert shown.endswith(b"99999\r\n100000\r\n")
