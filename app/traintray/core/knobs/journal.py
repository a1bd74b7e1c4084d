"""Remembers the last originals of the env file, so that a change can be taken back."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from traintray.core import atomic
from traintray.core.knobs.errors import EnvFileError
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

    Its methods raise OSError when the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = folder / "journal.json"

    def records(self) -> tuple[Record, ...]:
        """Return what was changed, oldest first.

        Raises EnvFileError when the journal is damaged.
        """
        data = atomic.read(self._index)
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
            raise EnvFileError(
                damaged.filled(path=self._index, error=e, folder=self.folder)
            ) from e

    def add(self, record: Record, original: bytes | None) -> None:
        """Keep `original` and the record, and drop what is older than the last ten."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        records = [*self._records_or_none(), record]
        if original is not None:
            atomic.write(self._original(record), original, mode=0o600)
        self._store(records[-KEPT:])
        for old in records[:-KEPT]:
            self._original(old).unlink(missing_ok=True)

    def remove(self, *numbers: int) -> None:
        """Forget records, with their originals."""
        records = self.records()
        self._store([r for r in records if r.number not in numbers])
        for record in records:
            if record.number in numbers:
                self._original(record).unlink(missing_ok=True)

    def original(self, record: Record) -> bytes | None:
        """Return the bytes before the change; None when they are lost or damaged."""
        data = atomic.read(self._original(record))
        return data if digest(data) == record.sha256_before else None

    def next_number(self) -> int:
        """Return a number that no record and no original has."""
        kept = [record.number for record in self._records_or_none()]
        if self.folder.is_dir():
            names = (file.stem for file in self.folder.glob("*.original"))
            kept += [int(name) for name in names if name.isdecimal()]
        return max(kept, default=0) + 1

    def _records_or_none(self) -> tuple[Record, ...]:
        """Return the records; a damaged journal is kept aside and a new one begins."""
        try:
            return self.records()
        except EnvFileError:
            stamp = time.strftime("%Y-%m-%d-%H%M%S")
            self._index.rename(self._index.with_name(f"journal.json.broken-{stamp}"))
            return ()

    def _original(self, record: Record) -> Path:
        return self.folder / f"{record.number:06}.original"

    def _store(self, records: list[Record]) -> None:
        content = {"schema": _SCHEMA, "entries": [asdict(r) for r in records]}
        text = json.dumps(content, indent=2) + "\n"
        atomic.write(self._index, text.encode(), mode=0o600)


def _record(entry: Mapping[str, object]) -> Record:
    keys = entry["keys"]
    struck = entry["struck"]
    if not isinstance(keys, dict) or not isinstance(struck, list):
        raise TypeError("an entry has the wrong shape")
    before = entry["sha256_before"]
    return Record(
        number=int(str(entry["number"])),
        path=str(entry["path"]),
        at=str(entry["at"]),
        sha256_before=None if before is None else str(before),
        sha256_after=str(entry["sha256_after"]),
        keys={str(name): (old, new) for name, (old, new) in keys.items()},
        struck=tuple(str(line) for line in struck),
    )
