"""What Qt says goes to the log and not to the terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import logging, os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import qWarning, qFatal
from traintray.ui import qt_messages
qt_messages.hold()
qWarning("early")
{rest}
"""


def run(rest):
    return subprocess.run(
        [sys.executable, "-c", CODE.format(rest=rest)], capture_output=True, text=True
    )


def test_early_messages_wait_for_the_log():
    done = run(
        "logging.basicConfig(stream=sys.stdout, format='%(name)s %(message)s')\n"
        "qt_messages.to_log()\n"
        "qWarning('late')\n"
        "qt_messages.to_terminal()"
    )

    assert done.stdout.splitlines() == ["qt default: early", "qt default: late"]
    assert done.stderr == ""


def test_what_ends_the_process_is_written_to_the_terminal():
    done = run("qFatal('cannot go on')")

    assert done.returncode != 0
    assert "traintray: default: early" in done.stderr
    assert "cannot go on" in done.stderr


@pytest.mark.parametrize("rest", ["", "qt_messages.to_terminal()"])
def test_a_process_that_ends_in_between_ends_well(rest):
    assert run(rest).returncode == 0
