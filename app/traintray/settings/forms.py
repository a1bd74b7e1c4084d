"""What a setting that is neither a number, a switch nor a choice has to look like."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from traintray.core.knobs.file_kind import why_no_env_file
from traintray.core.sentence import Sentence

Form = Callable[[object], Sentence | None]
"""Returns what the value ought to be, or None when it is good."""

_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MOST_NAMES = 100
_LONGEST_PATH = 4000
"""The kernel takes no path of more than 4096 bytes."""


def clock(value: object) -> Sentence | None:
    """Take a time of day, 24 hours, as `07:30`."""
    if isinstance(value, str) and _CLOCK.fullmatch(value):
        return None
    return Sentence("Settings", "must be a time such as 07:30")


def names(value: Any) -> Sentence | None:
    """Take a list of names; those that this version does not know do no harm."""
    is_list = isinstance(value, (list, tuple)) and len(value) <= _MOST_NAMES
    if is_list and all(isinstance(n, str) and _NAME.fullmatch(n) for n in value):
        return None
    return Sentence("Settings", 'must be a list of names such as ["gpu_idle"]')


def place(value: object) -> Sentence | None:
    """Take the full path of a file, or nothing for the usual place."""
    if value == "":
        return None
    if isinstance(value, str) and "\0" not in value and len(value) <= _LONGEST_PATH:
        path = PurePath(value)
        if path.is_absolute() and path.name and value[-1] not in "/\\":
            if why_no_env_file(path, b"") is None:
                return None
            return Sentence("Settings", "must be a file of NAME=value lines, as .env")
    return Sentence("Settings", "must be the full path of a file, or empty")
