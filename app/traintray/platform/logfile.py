"""A small log on the user's own disk, so that nothing dies without a word."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import TextIO

FILE_NAME = "traintray.log"
CRASH_FILE_NAME = "crash.txt"
_KEPT_BYTES = 256 * 1024
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

log = logging.getLogger("traintray")


def open_log(state_dir: Path) -> None:
    """Write warnings and errors to `state_dir`, at most twice _KEPT_BYTES.

    What cannot be written there goes to stderr alone.
    """
    from traintray.platform.quiet_file import QuietFile

    root = logging.getLogger()
    console = logging.StreamHandler()
    console.setLevel(logging.ERROR)
    console.setFormatter(logging.Formatter("traintray: %(message)s"))
    root.addHandler(console)
    try:
        state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = QuietFile(
            state_dir / FILE_NAME,
            maxBytes=_KEPT_BYTES,
            backupCount=1,
            encoding="utf-8",
        )
    except OSError as error:
        log.critical("the log cannot be written: %s", error)
        return
    file.setFormatter(logging.Formatter(_FORMAT))
    root.addHandler(file)
    root.setLevel(logging.INFO)


_crash_file: TextIO | None = None
"""Stays open: a process that crashes can open nothing any more."""


def trace_crashes(state_dir: Path) -> None:
    """Log how the run before this one crashed, and be ready to tell of this one."""
    global _crash_file
    path = state_dir / CRASH_FILE_NAME
    try:
        last = path.read_text(errors="replace") if path.exists() else ""
        _crash_file = path.open("w")
    except OSError as error:
        log.warning("a crash will leave no trace: %s", error)
        return
    if last:
        log.critical("the last run crashed:\n%s", last)
    faulthandler.enable(_crash_file)


def log_uncaught() -> None:
    """Log what nobody caught, on any thread; the thread or the slot ends there."""
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread


def _uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    log.critical("not caught: %s", error, exc_info=(kind, error, trace))


def _uncaught_in_thread(found: threading.ExceptHookArgs) -> None:
    name = found.thread.name if found.thread is not None else "?"
    error = found.exc_value or found.exc_type()
    trace = (found.exc_type, error, found.exc_traceback)
    log.critical("the thread %s ended: %s", name, error, exc_info=trace)
