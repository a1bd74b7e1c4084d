"""The app starts, whatever it can remember."""

import os
import subprocess
import sys


def test_a_python_without_sqlite_has_an_app_that_forgets():
    code = """
import sys
sys.modules["sqlite3"] = sys.modules["_sqlite3"] = None
import traintray.ui.running
from traintray.ui.remembering import remembering
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.core.archive.errors import ArchiveError
from traintray.core.forgetting import Forgetting
memory = remembering(Settings(), Folders.find())
assert isinstance(memory, Forgetting), memory
assert memory.problem.startswith("This Python has no sqlite3 module")
try:
    memory.open_reader()
except ArchiveError as error:
    assert error.args[0] == memory.problem
else:
    raise AssertionError
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
