"""PySide6 comes in faster, and what comes after it too; nothing else is different."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from traintray.ui.qt_import import CompiledSupport, cache_dir

SOURCE = b"answer = 42\n"
NAME = "shibokensupport/feature.py"


class Compiler:
    """The builtin, counting its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self, *args, **named):
        self.calls += 1
        return compile(*args, **named)


def compiled(path, source=SOURCE, name=NAME):
    """Return what the code assigns, and how often it was really compiled."""
    compiler = Compiler()
    support = CompiledSupport(path, compiler)
    found = {}
    exec(support.compile(source, name, "exec"), found)
    support.save()
    return found["answer"], compiler.calls


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cache/traintray/pyside.bin"


def test_code_is_compiled_in_the_first_start_only(path):
    assert [compiled(path), compiled(path)] == [(42, 1), (42, 0)]


def test_another_version_of_the_source_is_compiled(path):
    compiled(path)

    assert compiled(path, b"answer = 43\n") == (43, 1)


def test_code_of_others_is_not_kept(path):
    compiled(path, name="elsewhere.py")

    assert not path.exists()


@pytest.mark.parametrize("torn", [b"", b"\0" * 64, b"i\1\0\0\0", b"nonsense"])
def test_a_torn_file_is_replaced(path, torn):
    compiled(path)
    path.write_bytes(torn)

    assert [compiled(path), compiled(path)] == [(42, 1), (42, 0)]


def test_a_file_that_others_could_have_written_is_not_run(path):
    compiled(path)
    path.chmod(0o666)

    assert compiled(path) == (42, 1)


def test_only_we_can_write_the_file_whatever_the_umask(path):
    before = os.umask(0)
    try:
        compiled(path)
    finally:
        os.umask(before)

    assert path.stat().st_mode & 0o777 == 0o600


def test_where_nothing_can_be_kept_the_code_still_runs(path):
    path.parent.parent.mkdir()
    path.parent.write_text("a file in the way")

    assert compiled(path) == (42, 1)


def test_a_relative_cache_folder_is_ignored():
    assert cache_dir({"XDG_CACHE_HOME": "here"}) == Path.home() / ".cache/traintray"


AFTER_IMPORT = """
import sys
from pathlib import Path
from traintray.ui import qt_import
plain = compile
qt_import.load(Path(sys.argv[1]))
assert compile is plain
import linecache, colorsys, difflib
print("sources read:", sorted(linecache.cache))
from PySide6.QtCore import *
from PySide6.QtWidgets import *
print("all names:", "QObject" in globals() and "QLabel" in globals())
"""


def run(folder):
    done = subprocess.run(
        [sys.executable, "-c", AFTER_IMPORT, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("start", ["the first start", "the second start"])
def test_no_source_is_read_and_all_of_qt_is_there(tmp_path, start):
    if start == "the second start":
        run(tmp_path)
    assert run(tmp_path) == ["sources read: []", "all names: True"]
    assert [entry.suffix for entry in tmp_path.iterdir()] == [".bin"]
