"""A settings dataclass as a JSON file: read forgivingly, written in one step."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from traintray.core import atomic
from traintray.core.sentence import Sentence
from traintray.settings import fields

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)


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


def save(path: Path, chosen: DataclassInstance) -> str | None:
    """Write what differs from the file, so that the rest of it stays as it is.

    A value that reads back as chosen keeps its place and its wording, a bad one
    included as long as nobody chose anything else: nothing a person typed is lost.
    """
    moved = None
    try:
        raw = _raw(path)
    except _BrokenFileError as error:
        aside = _move_aside(path)
        moved = f"{path} {error}; it was kept as {aside}."
        raw = {}
    present, _ = fields.read(type(chosen), raw)
    for name in fields.options(chosen):
        if getattr(present, name) != getattr(chosen, name):
            raw[name] = getattr(chosen, name)
    text = json.dumps(raw, indent=2, ensure_ascii=False) + "\n"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic.write(path, text.encode("utf-8", "surrogatepass"))
    return moved


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
