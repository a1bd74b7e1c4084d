"""Keeps the ends of a command tidy: pipes that close, Ctrl-C, odd terminals."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable

INTERRUPTED = 128 + 2
PIPE_CLOSED = 128 + 13


def guarded(work: Callable[[], int]) -> int:
    """Do `work` and return its exit status, or that of what ended it.

    The reader of a pipe may leave, the disk behind a redirection may be full, and a
    person may press Ctrl-C: none of it is worth a stack trace.
    """
    _never_fail_on_a_letter()
    try:
        status = work()
        return _delivered() or status
    except KeyboardInterrupt:
        _silence()
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return PIPE_CLOSED
    except OSError as error:
        # What comes from a file names it; the output has no name.
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        return _undelivered(error)


def complain(message: str) -> None:
    """Print one line for a person, apart from the output."""
    print(f"traintray: {message}", file=sys.stderr)


def _delivered() -> int:
    """Hand the output over; 1 when the place it goes to is full or gone."""
    if sys.stdout is None:
        return 0
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        return _undelivered(error)
    return 0


def _undelivered(error: OSError) -> int:
    _silence()
    complain(f"the output could not be written: {error.strerror}")
    return 1


def _never_fail_on_a_letter() -> None:
    """Show the code of a letter that the terminal does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _silence() -> None:
    """Let Python's own flush at exit go nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def plain(text: str) -> str:
    """Return text from outside so that no control character reaches a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
