"""However it is installed, the program finds its resources."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
ASK = (
    "import traintray.assets as a;"
    "print(a.root());"
    "print(a.read_text('advice/en/too_many_threads.toml')[:4]);"
    "print(a.path('fonts').is_dir(), a.path('icons').is_dir())"
)


def run(*words: object, cwd: Path = CHECKOUT) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The Python of a virtual environment with nothing in it but pip."""
    venv.create(tmp_path / "venv", with_pip=True)
    return tmp_path / "venv/bin/python"


def test_a_wheel_built_from_the_sdist_finds_its_resources(tmp_path, fresh):
    # `build` makes the sdist first and the wheel from what is in it.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path / "dist")
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    run(fresh, "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel)

    root, text, folders = run(fresh, "-c", ASK, cwd=Path("/")).splitlines()

    assert root.endswith("site-packages/traintray/resources")
    assert (text, folders) == ("chip", "True True")


def test_an_editable_install_reads_the_checkout(fresh):
    pip = [fresh, "-m", "pip", "install", "-q"]
    run(*pip, "hatchling", "editables")
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    run(*pip, *offline, "-e", CHECKOUT)

    root, text, folders = run(fresh, "-c", ASK, cwd=Path("/")).splitlines()

    assert root == str(CHECKOUT / "resources")
    assert (text, folders) == ("chip", "True True")
