"""Remembers the last originals of the env file, so that a change can be taken back."""

from __future__ import annotations

import base64
import errno
import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from traintray.core import atomic
from traintray.core.knobs.errors import DamagedJournalError, TooLargeError
from traintray.core.knobs.sizes import (
    ENV_FILE_BYTES,
    JOURNAL_BYTES,
    ORIGINALS_BYTES,
)
from traintray.core.knobs.trouble import about_state
from traintray.core.sentence import Sentence

KEPT = 10
"""Originals that are kept; older ones are deleted."""

_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Record:
    """One change of one file."""

    number: int
    path: str
    """Of the file itself, links followed."""
    at: str
    """When, in local time, for a person who looks into the journal."""
    sha256_before: str | None
    """None when the change created the file."""
    sha256_after: str
    keys: Mapping[str, tuple[str | None, str | None]]
    """Value in our block before and after, by name; None is 'not set'."""
    struck: tuple[str, ...] = ()
    """The user's own lines that were taken out, base64."""

    def struck_lines(self) -> tuple[bytes, ...]:
        """Return the user's own lines that were taken out, as they stood."""
        return tuple(base64.b64decode(line) for line in self.struck)


def digest(data: bytes | None) -> str | None:
    """Return the SHA-256 of a file's bytes; None when there is no file."""
    if data is None:
        return None
    # Brings OpenSSL's library into memory, 4 MiB: only where something is hashed.
    import hashlib

    return hashlib.sha256(data).hexdigest()


def encoded(lines: tuple[bytes, ...]) -> tuple[str, ...]:
    """Return lines of any bytes in a form that JSON can hold."""
    return tuple(base64.b64encode(line).decode("ascii") for line in lines)


class Journal:
    """The folder `undo` in the state folder: `journal.json` and the originals.

    Its methods raise StateError, which names the file that cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        max_bytes: int = JOURNAL_BYTES,
        originals_bytes: int = ORIGINALS_BYTES,
    ) -> None:
        self.folder = folder
        self._index = folder / "journal.json"
        self._max_bytes = max_bytes
        self._originals_bytes = originals_bytes

    def records(self) -> tuple[Record, ...]:
        """Return what was changed, oldest first.

        Raises DamagedJournalError when the journal makes no sense.
        """
        data = self._read(self._index, self._max_bytes)
        if data is None:
            return ()
        try:
            entries = json.loads(data)["entries"]
            return tuple(_record(entry) for entry in entries)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as e:
            damaged = Sentence(
                "EnvFile",
                "the undo journal {path} is damaged ({error}). The originals are in"
                " {folder}; copy back by hand the one you want.",
            )
            raise DamagedJournalError(
                damaged.filled(path=self._index, error=e, folder=self.folder)
            ) from e

    def add(self, record: Record, original: bytes | None) -> None:
        """Keep `original` and the record, and drop what is older than the last ten.

        Raises TooLargeError when the journal could not hold the record.
        """
        with about_state(self.folder):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        present = self._records_or_none()
        kept = self._fitting([*present, record])
        if original is not None:
            path = self._original(record)
            with about_state(path):
                atomic.write(path, original, mode=0o600)
        self._store(kept)
        numbers = {old.number for old in kept}
        self._forget([old for old in present if old.number not in numbers])
        self._forget(self._beyond_room(kept))

    def remove(self, *numbers: int) -> None:
        """Forget records, with their originals."""
        records = self.records()
        self._store([r for r in records if r.number not in numbers])
        self._forget([r for r in records if r.number in numbers])

    def original(self, record: Record) -> bytes | None:
        """Return the bytes before the change; None when they are lost or damaged."""
        data = self._read(self._original(record), ENV_FILE_BYTES)
        return data if digest(data) == record.sha256_before else None

    def next_number(self) -> int:
        """Return a number that no record and no original has."""
        kept = [record.number for record in self._records_or_none()]
        with about_state(self.folder):
            if self.folder.is_dir():
                names = (file.stem for file in self.folder.glob("*.original"))
                kept += [int(name) for name in names if name.isdecimal()]
        return max(kept, default=0) + 1

    def _fitting(self, records: list[Record]) -> list[Record]:
        """Return the newest records, as many as are kept and fit into the journal."""
        for first in range(max(0, len(records) - KEPT), len(records)):
            if len(_text(records[first:])) <= self._max_bytes:
                return records[first:]
        raise TooLargeError(
            Sentence(
                "EnvFile",
                "so many variables at once could not be undone, so nothing was"
                " changed. Change them in smaller portions.",
            )
        )

    def _beyond_room(self, kept: list[Record]) -> list[Record]:
        """Return the records whose originals have no room beside those of newer ones;
        the newest always has.
        """
        beyond, total = [], 0
        for record in reversed(kept):
            path = self._original(record)
            with about_state(path):
                total += path.stat().st_size if path.is_file() else 0
            if total > self._originals_bytes and record is not kept[-1]:
                beyond.append(record)
        return beyond

    def _records_or_none(self) -> tuple[Record, ...]:
        """Return the records; a damaged journal is kept aside and a new one begins."""
        try:
            return self.records()
        except DamagedJournalError:
            with about_state(self._index):
                self._index.rename(self._aside())
            return ()

    def _aside(self) -> Path:
        stem = f"journal.json.broken-{time.strftime('%Y-%m-%d-%H%M%S')}"
        aside, count = self.folder / stem, 1
        while os.path.lexists(aside):
            count += 1
            aside = self.folder / f"{stem}-{count}"
        return aside

    def _read(self, path: Path, max_bytes: int) -> bytes | None:
        with about_state(path):
            data = atomic.read(path, max_bytes)
            if data is None and path.is_symlink():
                raise FileNotFoundError(errno.ENOENT, "it leads nowhere", str(path))
            return data

    def _original(self, record: Record) -> Path:
        return self.folder / f"{record.number:06}.original"

    def _forget(self, records: list[Record]) -> None:
        for record in records:
            path = self._original(record)
            with about_state(path):
                path.unlink(missing_ok=True)

    def _store(self, records: list[Record]) -> None:
        with about_state(self._index):
            atomic.write(self._index, _text(records), mode=0o600)


def _text(records: list[Record]) -> bytes:
    content = {"schema": _SCHEMA, "entries": [asdict(r) for r in records]}
    return json.dumps(content, indent=2).encode() + b"\n"


def _record(entry: Mapping[str, object]) -> Record:
    keys = entry["keys"]
    struck = entry["struck"]
    if not isinstance(keys, dict) or not isinstance(struck, list):
        raise TypeError("an entry has the wrong shape")
    before = entry["sha256_before"]
    for line in struck:
        base64.b64decode(line, validate=True)
    return Record(
        number=int(str(entry["number"])),
        path=str(entry["path"]),
        at=str(entry["at"]),
        sha256_before=None if before is None else str(before),
        sha256_after=str(entry["sha256_after"]),
        keys={str(name): _values(pair) for name, pair in keys.items()},
        struck=tuple(str(line) for line in struck),
    )


def _values(pair: object) -> tuple[str | None, str | None]:
    if not isinstance(pair, list):
        raise TypeError("a pair of values has the wrong shape")
    old, new = pair
    if not all(value is None or isinstance(value, str) for value in (old, new)):
        raise TypeError("a value is no text")
    return old, new
