"""`packaging/setup` with a Python, an apt and a dpkg that write down what is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]

PYTHON = """#!/bin/sh
# Makes virtual environments of copies of itself, and knows pip only by name.
here=$(dirname "$(dirname "$0")")
case "$*" in
    "-m venv --clear "*)
        echo "venv" >>"$LOG"
        rm -rf "$4" && mkdir -p "$4/bin" && touch "$4/pyvenv.cfg" "$4/pip"
        cp "$0" "$4/bin/python"
        case $4 in /*) place=$4 ;; *) place=$(pwd -P)/$4 ;; esac
        echo "    export VIRTUAL_ENV='$place'" >"$4/bin/activate" ;;
    "-m pip --version") [ -e "$here/pip" ] ;;
    "-m pip install"*)
        echo "$*" | sed 's/.*disable-pip-version-check/pip/' >>"$LOG"
        [ ! -e "$FAIL" ] || exit 1
        cp "$0" "$here/bin/traintray" ;;
    "-c import torch") [ -e "$here/torch" ] ;;
    *) exec python3 "$@" ;;
esac
"""
APT = '#!/bin/sh\necho "apt $*" >>"$LOG"\n'
DPKG = "#!/bin/sh\n[ -e \"$MISSING\" ] || printf 'installed '\n"


class Setup:
    """A checkout with the packaging scripts in it, and machines around them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.log = folder / "log"
        self.fail, self.missing = folder / "fail", folder / "missing"
        self.bin = folder / "bin"
        (self.folder / "packaging").mkdir(parents=True)
        for name in ("setup", "system-packages.txt"):
            shutil.copy(CHECKOUT / "packaging" / name, self.folder / "packaging")
        shutil.copy(CHECKOUT / "pyproject.toml", self.folder)
        self.program("python", PYTHON)
        self.program("apt-get", APT)
        self.program("dpkg-query", DPKG)
        script = self.folder / "packaging/translations"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)

    def program(self, name: str, text: str) -> None:
        self.bin.mkdir(exist_ok=True)
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    @property
    def venv(self) -> Path:
        return self.folder / ".venv"

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        environ = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "PYTHON": str(self.bin / "python"),
            "LOG": str(self.log),
            "FAIL": str(self.fail),
            "MISSING": str(self.missing),
        }
        return subprocess.run(
            [str(self.folder / "packaging/setup"), *words],
            env={**environ, **more},
            capture_output=True,
            text=True,
            timeout=60,
        )

    def done(self, *words: str) -> list[str]:
        """Set up and return what was asked of Python and apt."""
        self.log.write_text("")
        out = self.run(*words)
        assert out.returncode == 0, out.stderr
        return self.log.read_text().splitlines()


@pytest.fixture
def setup(tmp_path) -> Setup:
    return Setup(tmp_path)


NEW = ["venv", "pip -e ."]


def test_the_second_start_asks_for_nothing(setup):
    assert setup.done() == NEW
    assert setup.done() == []


def test_the_tests_need_more_and_serve_the_app(setup):
    setup.done()
    assert setup.done("--tests")[0] == "pip -e .[dev]"
    assert setup.done("--tests") == []
    assert setup.done("--bench") == []
    assert setup.done() == []


def test_other_dependencies_are_installed(setup):
    setup.done()
    with (setup.folder / "pyproject.toml").open("a") as file:
        file.write("# another line\n")

    assert setup.done() == ["pip -e ."]
    assert setup.done() == []


def test_an_install_that_broke_off_goes_on_at_the_next_start(setup):
    setup.fail.touch()
    assert setup.run().returncode != 0
    setup.fail.unlink()

    assert setup.done() == ["pip -e ."]


def test_an_update_that_broke_off_is_not_taken_for_done(setup):
    setup.done()
    text = (setup.folder / "pyproject.toml").read_text()
    (setup.folder / "pyproject.toml").write_text(text + "# changed\n")
    setup.fail.touch()
    setup.run()
    setup.fail.unlink()
    (setup.folder / "pyproject.toml").write_text(text)

    assert setup.done() == ["pip -e ."]


@pytest.mark.parametrize("lost", ["pip", "bin/python", "bin/activate", "pyvenv.cfg"])
def test_half_an_environment_is_made_anew(setup, lost):
    setup.done()
    (setup.venv / "bin/traintray").unlink()
    (setup.venv / lost).unlink()
    if lost == "pyvenv.cfg":
        shutil.rmtree(setup.venv)
        (setup.venv / "bin").mkdir(parents=True)

    assert setup.done() == NEW


def test_a_python_that_is_gone_is_replaced(setup):
    setup.done()
    python = setup.venv / "bin/python"
    python.unlink()
    python.symlink_to("/no/such/python")

    assert setup.done() == NEW


def test_a_checkout_that_was_moved_gets_a_new_environment(setup, tmp_path):
    setup.done()
    setup.folder = setup.folder.rename(tmp_path / "checkout with a blank")

    assert setup.done() == NEW
    assert setup.done() == []


def test_a_folder_of_something_else_is_not_cleared(setup, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.tex").touch()

    out = setup.run(TRAINTRAY_VENV=str(mine))

    assert out.returncode == 1
    assert out.stderr.count("\n") == 1
    assert "is no virtual environment; move it away" in out.stderr
    assert (mine / "thesis.tex").exists()


@pytest.mark.parametrize(
    "words", [["--nonsense"], ["--tests", "--more"], ["tests"], [""]]
)
def test_an_option_that_is_not_known_is_refused_in_one_line(setup, words):
    out = setup.run(*words)

    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.count("\n") == 1
    assert "--tests" in out.stderr
    assert not setup.log.exists()


def test_without_root_the_line_to_run_is_complete(setup):
    setup.missing.touch()
    setup.program("id", "#!/bin/sh\necho 1000\n")
    # `command -v` finds no sudo on this path.
    for name in ("sh", "grep", "awk", "dirname"):
        (setup.bin / name).symlink_to(shutil.which(name))

    out = setup.run(PATH=str(setup.bin))

    assert out.returncode == 1
    advice, line = out.stderr.splitlines()
    assert advice.endswith("then start this again:")
    assert line.startswith(
        "  apt-get update && apt-get install --no-install-recommends python3-venv "
    )


def test_translations_refuse_an_option_that_is_not_known():
    out = subprocess.run(
        [str(CHECKOUT / "packaging/translations"), "--nonsense"],
        capture_output=True,
        text=True,
    )

    assert (out.returncode, out.stderr.count("\n")) == (2, 1)
