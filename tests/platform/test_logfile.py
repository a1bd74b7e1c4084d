"""What nobody caught is written down."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import threading

import pytest

from traintray.platform import logfile
from traintray.platform.quiet_file import QuietFile


@pytest.fixture(autouse=True)
def as_before():
    """Logging and the hooks are global: put them back."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    hooks = sys.excepthook, threading.excepthook
    yield
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        with contextlib.suppress(OSError):  # as Python's own shutdown does
            handler.close()
    root.setLevel(level)
    sys.excepthook, threading.excepthook = hooks


def text(folder):
    return (folder / logfile.FILE_NAME).read_text()


def test_an_error_on_a_thread_is_logged_with_its_trace(tmp_path):
    logfile.open_log(tmp_path / "state")
    logfile.log_uncaught()

    def tick():
        raise ZeroDivisionError("in a tick")

    thread = threading.Thread(target=tick, name="sampler")
    thread.start()
    thread.join()

    assert "the thread sampler ended: in a tick" in text(tmp_path / "state")
    assert "ZeroDivisionError" in text(tmp_path / "state")


def test_an_error_in_a_slot_is_logged_with_its_trace(tmp_path):
    logfile.open_log(tmp_path)
    logfile.log_uncaught()
    try:
        raise KeyError("in a slot")
    except KeyError as error:
        sys.excepthook(KeyError, error, error.__traceback__)

    assert "not caught: 'in a slot'" in text(tmp_path)
    assert "test_logfile.py" in text(tmp_path)


def test_a_full_disk_is_told_once_in_one_line(tmp_path, capfd):
    (tmp_path / logfile.FILE_NAME).symlink_to("/dev/full")
    logfile.open_log(tmp_path)

    for number in range(3):
        logfile.log.warning("nobody keeps %d", number)

    assert capfd.readouterr().err == (
        f"traintray: {tmp_path / logfile.FILE_NAME} cannot be written: No space left"
        " on device. What happens is not logged.\n"
    )


def test_a_wrong_call_is_still_told_with_its_trace(tmp_path, capfd):
    logfile.open_log(tmp_path)

    (handler,) = (h for h in logging.getLogger().handlers if isinstance(h, QuietFile))
    handler.handle(logging.LogRecord("x", 30, "x.py", 1, "%d", ("no number",), None))

    assert "Traceback" in capfd.readouterr().err


def test_the_log_stays_small(tmp_path):
    logfile.open_log(tmp_path)
    for number in range(6000):
        logging.getLogger("traintray.test").warning("%d %s", number, "x" * 150)

    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= 256 * 1024


def test_a_folder_that_cannot_be_written_breaks_nothing(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    logfile.open_log(blocked / "state")

    assert "the log cannot be written" in capsys.readouterr().err


CRASH = """
import faulthandler, sys
from pathlib import Path
from traintray.platform import logfile
from traintray.platform.quiet_file import QuietFile
logfile.open_log(Path(sys.argv[1]))
logfile.trace_crashes(Path(sys.argv[1]))
if len(sys.argv) > 2:
    faulthandler._sigsegv()
"""


def start(*arguments):
    return subprocess.run(
        [sys.executable, "-c", CRASH, *map(str, arguments)], capture_output=True
    )


def test_a_crash_is_told_by_the_next_start(tmp_path):
    assert start(tmp_path, "crash").returncode < 0
    assert start(tmp_path).returncode == 0
    assert start(tmp_path).returncode == 0

    assert text(tmp_path).count("the last run crashed") == 1
    assert "Segmentation fault" in text(tmp_path)
