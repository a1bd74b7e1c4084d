"""Keeps the ends of a command tidy: pipes that close, Ctrl-C, odd terminals."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import math
import os
import signal
import sys
from collections.abc import Callable, Iterator

from traintray.settings.folders import NoHomeError

INTERRUPTED = 128 + 2
PIPE_CLOSED = 128 + 13

_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
"""Spaces to Python, control characters or breaks of lines to a terminal."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def guarded(work: Callable[[], int]) -> int:
    """Do `work` and return its exit status, or that of what ended it.

    The reader of a pipe may leave, the disk behind a redirection may be full, and a
    person may press Ctrl-C: none of it is worth a stack trace.
    """
    try:
        with _interruptible():
            return _ended(work)
    except KeyboardInterrupt:
        _silence()
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return PIPE_CLOSED
    except NoHomeError as error:
        complain(str(error))
        return 1


def complain(message: str) -> None:
    """Print one line for a person, apart from the output."""
    tell(f"traintray: {plain(message)}\n")


def tell(text: str) -> None:
    """Write to stderr, if there is one: nobody is left to hear that it failed."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        # What is left in its buffer would make Python end with a status of its own.
        sys.stderr = None


def print_json(value: object) -> None:
    """Print a value for programs: JSON whatever the encoding of the output is."""
    print(json.dumps(_finite(value), allow_nan=False))


def plain(text: str) -> str:
    """Return text from outside so that no control character reaches a terminal.

    Spaces that hold, or are wider, become the one that every terminal has.
    """
    return "".join(map(_plain_letter, text))


def shortened(text: str, longest: int = 80) -> str:
    """Return a word to be quoted in a message; the middle of a long one goes."""
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}…{text[-longest // 4 :]}"


def _plain_letter(letter: str) -> str:
    if letter.isprintable():
        return letter
    is_space = letter.isspace() and letter not in _BREAKS
    return " " if is_space else "\N{REPLACEMENT CHARACTER}"


def _ended(work: Callable[[], int]) -> int:
    _fill_descriptors()
    _never_fail_on_a_letter()
    try:
        status = work()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What comes from a file names it; the output has no name.
        if error.errno in _FULL and error.filename is None:
            return _undelivered(error)
        complain(f"it cannot go on: {_said(error)}")
        return 1
    return _delivered() or status


def _said(error: OSError) -> str:
    if error.filename is None:
        return str(error.strerror or error)
    return f"{os.fsdecode(error.filename)}: {error.strerror}"


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C raise here; outside it ends the process without a word."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _fill_descriptors() -> None:
    """Put nothing in the place of a closed stdin, stdout or stderr.

    A file of ours would get its number otherwise, and whatever is printed with it.
    A command that we become finds it closed as we did.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)


def _finite(value: object) -> object:
    """Return the value with None for numbers that JSON has no form for."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value


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
