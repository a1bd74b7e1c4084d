from __future__ import annotations

import os
import subprocess
import sys

import pytest

from traintray import __version__
from traintray.cli.parser import dispatch


def no_app(background: bool) -> int:
    raise AssertionError("the app must not start")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["foo"], "no COMMAND 'foo'"),
        (["foo\nbar"], "foo"),
        (["--bogus"], "unrecognized arguments: --bogus"),
        (["--backgroun"], "unrecognized arguments: --backgroun"),
        (["--background", "status"], "--background"),
        (["status", "--jso"], "unrecognized arguments: --jso"),
        (["status", "x\ny"], "unrecognized arguments: x y"),
        (["diagnose", "--seconds", "4.9"], "from 5 to 3600"),
        (["diagnose", "--seconds", "3601"], "from 5 to 3600"),
        (["diagnose", "--seconds", "nan"], "from 5 to 3600"),
        (["diagnose", "--seconds", "soon"], "from 5 to 3600"),
        (["diagnose", "--seconds"], "--seconds: expected one argument"),
        (["diagnose", "--pid", "-1"], "'-1' is not a process number"),
        (["diagnose", "--pid", "0"], "'0' is not a process number"),
        (["diagnose", "--pid", "x"], "'x' is not a process number"),
        (["diagnose", "--pid", "²"], "is not a process number"),
        (["diagnose", "--pid", "9" * 5000], "…9999"),
        (["diagnose", "--pid", "9" * 20], "is not a process number"),
        (["\x1b[31m" + "x" * 5000], "no COMMAND"),
        (["env"], "ACTION"),
        (["env", "foo"], "no ACTION 'foo'"),
        (["env", "set"], "NAME=VALUE"),
        (["env", "set", "A"], "'A' is not of the form NAME=VALUE"),
        (["env", "unset"], "NAME"),
        (["env", "path", "x"], "unrecognized arguments: x"),
        (["run"], "run needs a command"),
        (["run", "--"], "run needs a command"),
        (["run", "-x", "true"], "run has no option -x"),
        (["autostart"], "action"),
        (["autostart", "on"], "no action 'on'"),
    ],
)
def test_wrong_usage_is_one_clear_line_and_status_2(capsys, words, part):
    status = dispatch(words, no_app)

    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("traintray")
    assert len(err) < 300
    assert "\x1b" not in err
    assert part in err
    assert "--help" in err


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["env", "--help"],
        ["env", "set", "-h"],
        ["run", "--help"],
        ["run", "-h"],
    ],
)
def test_help_is_no_error(capsys, words):
    assert dispatch(words, no_app) == 0
    assert "usage: traintray" in capsys.readouterr().out


def test_the_version_is_printed(capsys):
    assert dispatch(["--version"], no_app) == 0
    assert capsys.readouterr().out == f"traintray {__version__}\n"


def test_background_given_twice_still_starts_the_app_hidden():
    started = []

    def start_app(background: bool) -> int:
        started.append(background)
        return 7

    assert dispatch(["--background", "--background"], start_app) == 7
    assert started == [True]


def imported_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    out = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(out.stderr.split())


def test_looking_for_what_to_do_imports_no_parser():
    assert "argparse" not in imported_by("import traintray.__main__")


@pytest.mark.parametrize(
    "words", [["env", "path"], ["autostart", "status"], ["--help"]]
)
def test_commands_import_no_qt_and_no_sensor(words):
    code = f"from traintray.cli.parser import dispatch\ndispatch({words!r}, None)"

    modules = imported_by(code)

    heavy = {"PySide6", "numpy", "pyqtgraph", "psutil", "pynvml", "jeepney"}
    assert not heavy & modules
    assert "traintray.core.pipeline" not in modules
    assert "traintray.cli.diagnose" not in modules


def test_a_closed_pipe_ends_quietly(shell):
    with subprocess.Popen(
        shell.command("--help"),
        env=shell.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        err = process.stderr.read()
        status = process.wait(timeout=60)

    assert (status, err) == (141, b"")


@pytest.mark.parametrize("lines", [1, 5000])
def test_a_full_disk_behind_the_output_is_one_line(shell, lines):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("".join(f"A{n}=1\n" for n in range(lines)))
    with open("/dev/full", "w") as full:
        out = subprocess.run(
            shell.command("env", "show"),
            env=shell.environ,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )

    assert out.returncode == 1
    assert out.stderr == (
        "traintray: the output could not be written: No space left on device\n"
    )


def test_without_any_output_at_all_a_command_still_works(shell):
    script = f"{sys.executable} -m traintray env set A=1 >&- 2>&-"

    out = subprocess.run(["bash", "-c", script], env=shell.environ)

    assert out.returncode == 0
    assert b"A=1" in shell.env_file.read_bytes()


def test_ctrl_c_is_no_stack_trace(capsys):
    def interrupted(background: bool) -> int:
        raise KeyboardInterrupt

    assert dispatch(["--background", "--background"], interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_a_terminal_without_a_letter_shows_its_code(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("NAME='größe'\n", encoding="utf-8")
    more = {"PYTHONIOENCODING": "ascii"}

    out = shell.run("env", "show", more=more)

    assert (out.returncode, out.stdout) == (0, "NAME=gr\\xf6\\xdfe\n")


def test_without_graphics_the_app_says_so_in_one_line(shell, tmp_path):
    broken = tmp_path / "broken"
    (broken / "PySide6").mkdir(parents=True)
    (broken / "PySide6/__init__.py").write_text(
        "raise ImportError('libEGL.so.1: cannot open shared object file')\n"
    )
    path = f"{broken}:{shell.environ['PYTHONPATH']}"

    more = {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"}
    out = shell.run("--background", more=more)

    assert out.returncode == 1
    assert out.stderr.count("\n") == 1
    assert "cannot be loaded: libEGL.so.1" in out.stderr
