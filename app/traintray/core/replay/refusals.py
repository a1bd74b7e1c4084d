"""Refusals of the operating system to JSON and back.

A process that is gone and a file that may not be read are answers too, and a verdict
may hang on which of the two it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from traintray.core.replay.errors import TraceError

Json = Any
_MARK = "!"
_KINDS = {
    kind.__name__: kind
    for kind in (
        *(OSError, FileNotFoundError, PermissionError, ProcessLookupError),
        *(NotADirectoryError, IsADirectoryError, FileExistsError, InterruptedError),
        *(BlockingIOError, TimeoutError, ConnectionError),
    )
}


def written(error: OSError, clean: Callable[[Any], Any]) -> Json:
    """Return a refusal as `{"!": [kind, number, text, file]}`, its texts cleaned."""
    file = error.filename
    named = os.fsdecode(file) if isinstance(file, (str, bytes)) else None
    text = clean(error.strerror or str(error))
    return {_MARK: [type(error).__name__, error.errno, text, clean(named)]}


def is_refusal(json: Json) -> bool:
    """Tell a refusal from an answer."""
    return isinstance(json, dict) and _MARK in json


def read(json: Json) -> OSError:
    """Return the error that was written; TraceError when it is none."""
    parts = json[_MARK]
    if not isinstance(parts, list) or len(parts) != 4:
        raise TraceError(f"{parts!r:.60} is no refusal")
    name, number, text, file = parts
    if not (isinstance(name, str) and isinstance(text, str)):
        raise TraceError(f"{parts!r:.60} is no refusal")
    if number is None:
        return _KINDS.get(name, OSError)(text)
    if type(number) is not int or not (file is None or isinstance(file, str)):
        raise TraceError(f"{parts!r:.60} is no refusal")
    return OSError(number, text, *([file] if file is not None else []))
