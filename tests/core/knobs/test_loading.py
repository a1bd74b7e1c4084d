from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from traintray.core.knobs import loading

FOLDERS = [
    "plain",
    "with space",
    "it's",
    'a"b',
    "50%",
    "$HOME",
    "back\\slash",
    "ümlaut",
]


def write(folder: Path) -> Path:
    folder.mkdir()
    path = folder / "train.env"
    path.write_bytes(b"# >>> traintray >>>\nOMP_NUM_THREADS=8\n\nA=x=y,z:w\n")
    return path


@pytest.mark.parametrize("name", [*FOLDERS, "two\nlines", "esc\x1b"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "dash"])
def test_the_line_for_shells_loads_the_file_from_any_folder(tmp_path, name, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    if shell == "dash" and not name.isprintable():
        pytest.skip("dash has no way to write such a path")
    line = loading.bash_line(write(tmp_path / name))

    script = f"{line}\nprintenv OMP_NUM_THREADS A"
    out = subprocess.run([shell, "-c", script], capture_output=True)

    assert "\n" not in line
    assert (out.stdout, out.stderr) == (b"8\nx=y,z:w\n", b"")


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize("name", FOLDERS)
def test_the_line_for_fish_loads_the_file_from_any_folder(tmp_path, name):
    line = loading.fish_line(write(tmp_path / name))

    script = f"{line}; printenv OMP_NUM_THREADS A"
    out = subprocess.run(["fish", "-c", script], capture_output=True)

    assert (out.stdout, out.stderr) == (b"8\nx=y,z:w\n", b"")


def test_export_lines_set_the_same_without_a_file():
    lines = loading.export_lines({"OMP_NUM_THREADS": "8", "MKL_NUM_THREADS": "4"})

    assert lines == "export OMP_NUM_THREADS=8\nexport MKL_NUM_THREADS=4\n"


def test_vs_code_gets_a_line_of_json():
    (loader,) = [x for x in loading.loaders(Path('/a"b')) if x.name == "vscode"]

    assert json.loads("{" + loader.line + "}") == {"python.envFile": '/a"b'}


def test_every_loader_names_the_file_except_our_own():
    path = Path("/home/ada/train.env")

    loaders = loading.loaders(path)

    assert len({loader.name for loader in loaders}) == len(loaders)
    assert [x.name for x in loaders if str(path) not in x.line] == ["run", "jupyter"]
