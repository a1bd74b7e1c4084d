"""A settings dataclass as a JSON file: read forgivingly, written in one step."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from traintray.core import atomic
from traintray.core.sentence import Sentence
from traintray.settings import fields

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)

_PATIENCE_S, _PAUSE_S = 3.0, 0.005
"""A change takes some milliseconds, so who holds the lock longer hangs."""


class _BrokenFileError(Exception):
    """The file holds no JSON object; the message says why."""


def load(kind: type[T], path: Path) -> tuple[T, tuple[str, ...]]:
    """Read `kind` from `path`; see `fields.read`. The file is left as it is."""
    try:
        loaded, problems = fields.read(kind, _raw(path))
    except _BrokenFileError as error:
        broken = Sentence(
            "Settings",
            "{path} {error}, so the defaults are used. Repair the file or delete it;"
            " it is moved aside, not overwritten, when settings are saved.",
        )
        return kind(), (broken.filled(path=path, error=error.args[0]),)
    template = Sentence("Settings", "{path}: {problem}")
    return loaded, tuple(
        template.filled(path=path, problem=problem) for problem in problems
    )


def change(
    kind: type[T], path: Path, wanted: Mapping[str, fields.Value]
) -> Sentence | None:
    """Write these fields and leave all else as the file has it: what another program
    of ours chose meanwhile, what a person typed, what a newer version knows.

    A value that reads back as wanted keeps its wording. Returns a sentence when a
    broken file had to be moved aside first. OSError when it cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone_in(path.parent):
        moved = None
        try:
            raw = _raw(path)
        except _BrokenFileError as error:
            template = Sentence("Settings", "{path} {error}; it was kept as {aside}.")
            aside = _move_aside(path)
            moved = template.filled(path=path, error=error.args[0], aside=aside)
            raw = {}
        present, _ = fields.read(kind, raw)
        for name, value in wanted.items():
            if getattr(present, name) != value:
                raw[name] = value
        text = json.dumps(raw, indent=2, ensure_ascii=False) + "\n"
        atomic.write(path, text.encode("utf-8", "surrogatepass"))
        return moved


def save(path: Path, chosen: DataclassInstance) -> Sentence | None:
    """Write all fields; see `change`. For what one program alone writes."""
    wanted = {name: getattr(chosen, name) for name in fields.options(chosen)}
    return change(type(chosen), path, wanted)


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs of ours from writing meanwhile, where the disk can do so.

    It is the folder that is locked: the file itself is another one after each write.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        until_s = time.monotonic() + _PATIENCE_S
        while not _taken(descriptor):
            if time.monotonic() >= until_s:
                busy = "another program is changing it"
                raise OSError(errno.EBUSY, busy, str(folder))
            time.sleep(_PAUSE_S)
        yield
    finally:
        os.close(descriptor)


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a network disk without locks
        return True
    return True


def _raw(path: Path) -> dict[str, object]:
    try:
        data = atomic.read(path)
    except OSError as error:
        unread = Sentence("Settings", "cannot be read ({error})")
        raise _BrokenFileError(unread.filled(error=error.strerror)) from error
    if data is None:
        return {}
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        invalid = Sentence("Settings", "is not valid JSON ({error})")
        raise _BrokenFileError(invalid.filled(error=error)) from error
    if not isinstance(raw, dict):
        raise _BrokenFileError(Sentence("Settings", "is not a JSON object"))
    return raw


def _move_aside(path: Path) -> Path:
    stem = f"{path.name}.broken-{time.strftime('%Y-%m-%d')}"
    aside = path.with_name(stem)
    number = 2
    while aside.exists():
        aside = path.with_name(f"{stem}-{number}")
        number += 1
    return path.rename(aside)
