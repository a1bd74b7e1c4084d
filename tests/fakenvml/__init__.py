"""A fake `libnvidia-ml.so.1`, built here, to run the real ctypes layer against.

`library_folder("new")` goes on `LD_LIBRARY_PATH` before a program starts; the file
named by `$FAKENVML_STATE` then says what the machine's GPUs do, and may be changed
while the program runs. `fakenvml.c` lists what can be said there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
APP = HERE.parents[1] / "app"
NAME = "libnvidia-ml.so.1"
_FLAGS = "-O1 -Wall -Wextra -Werror -Wno-unused-parameter -fPIC -fvisibility=hidden"
_LINK = f"-pthread -shared -Wl,-soname,{NAME}"
_VARIANTS = {"new": [], "old": ["-DOLD_DRIVER"]}


def library_folder(variant: str = "new") -> Path:
    """Return a folder that holds the library; skips the test without a compiler.

    `old` is a driver without the symbols that newer ones have.
    """
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("the fake NVML library needs a C compiler on Linux")
    source, folder = HERE / "fakenvml.c", HERE / "build" / variant
    library = folder / NAME
    if library.exists() and library.stat().st_mtime >= source.stat().st_mtime:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        made = Path(scratch) / NAME
        command = [compiler, *_FLAGS.split(), *_VARIANTS[variant], source]
        subprocess.run([*command, "-o", made, *_LINK.split()], check=True)
        os.replace(made, library)  # other test runs may be using the old one
    return folder


class Reader:
    """A process of its own that reads the GPUs through the real pynvml when asked.

    pynvml keeps the library and its state in module globals, so each case starts
    from a new interpreter.
    """

    program = "reader.py"

    def __init__(self, folder: Path | None, tmp_path: Path, root: Path) -> None:
        self.state_file = tmp_path / "gpus.txt"
        self.calls_file = tmp_path / "calls.txt"
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / self.program), str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment(folder),
        )

    def _environment(self, folder: Path | None) -> dict[str, str]:
        environment = {**os.environ, "PYTHONPATH": str(APP)}
        environment.pop("LD_LIBRARY_PATH", None)
        environment["FAKENVML_STATE"] = str(self.state_file)
        if folder is not None:
            environment["LD_LIBRARY_PATH"] = str(folder)
        return environment

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=20)
        self._process.stdout.close()

    def gpus_are(self, state: str) -> None:
        """Say what the GPUs do from now on."""
        beside = self.state_file.with_suffix(".new")
        beside.write_text(f"calls={self.calls_file}\n{state}")
        os.replace(beside, self.state_file)

    def read(self, at_s: float) -> dict[str, Any]:
        """Read at an instant: `gpus`, or `error` and `text`; and `imported`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{at_s}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def calls(self, function: str) -> int:
        """How often the library was asked for something so far."""
        return self.calls_file.read_text().splitlines().count(function)


class Watcher(Reader):
    """The same with all that stands behind it, up to a frame; of this machine."""

    program = "losses.py"
