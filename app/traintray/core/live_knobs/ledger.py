"""The journal of live knobs: written before a thread is touched, so that what was
there before survives us.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from traintray.core import atomic
from traintray.core.live_knobs.entry import Entry, from_json, to_json
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.sentence import Sentence

KEPT = 50
"""Ended entries that are kept to be looked at; open ones are kept all."""

MAX_BYTES = 64 << 20
"""A thread takes about 40 bytes: a million of them, more than a kernel has by
default."""

_SCHEMA = 1
_PAUSE_S = 0.02
_NO_JOURNAL = (
    *(ValueError, TypeError, LookupError, AttributeError),
    *(OverflowError, RecursionError),
)
"""What comes of text that is no journal, or half of one."""

_UNUSABLE = Sentence(
    "LiveKnobs",
    "{path} cannot be used ({error}). Without this journal a live knob could not be"
    " undone, so nothing was changed.",
)
_DAMAGED = Sentence(
    "LiveKnobs",
    "the journal of live knobs was damaged and is now {path}; what it held cannot be"
    " undone any more. It ends with the runs.",
)

_BUSY = Sentence("LiveKnobs", "another traintray is turning a live knob. Try again.")


class Book:
    """The journal while it is held; nobody else changes it meanwhile."""

    def __init__(
        self, path: Path, entries: list[Entry], damage: Sentence | None
    ) -> None:
        self._path = path
        self.entries = entries
        self.damage = damage
        """What to tell when the journal could not be read."""

    def open_entry(self, knob: str, run_key: str) -> Entry | None:
        """Return what can be undone, or None."""
        for entry in self.entries:
            if (entry.knob, entry.run_key, entry.end) == (knob, run_key, None):
                return entry
        return None

    def next_number(self) -> int:
        """Return a number that no entry has."""
        return max((entry.number for entry in self.entries), default=0) + 1

    def put(self, entry: Entry) -> None:
        """Add an entry or put it in the place of its older self, on the disk.

        Raises LiveKnobError.
        """
        entries = {one.number: one for one in self.entries}
        entries[entry.number] = entry
        self.entries = _kept(list(entries.values()))
        content = {"schema": _SCHEMA, "entries": [to_json(e) for e in self.entries]}
        with _about(self._path):
            data = json.dumps(content, separators=(",", ":")).encode() + b"\n"
            atomic.write(self._path, data, mode=0o600)


class Ledger:
    """The folder `live` in the state folder. Its methods raise LiveKnobError."""

    def __init__(self, state_dir: Path, patience_s: float = 3.0) -> None:
        self._folder = state_dir / "live"
        self._path = self._folder / "journal.json"
        self._patience_s = patience_s

    def entries(self) -> tuple[Entry, ...]:
        """Return what was applied, oldest first; nothing when it cannot be read."""
        try:
            data = atomic.read(self._path, MAX_BYTES)
            return tuple(_read(data))
        except (OSError, *_NO_JOURNAL):
            return ()  # told by whoever wants to change it

    @contextlib.contextmanager
    def held(self) -> Iterator[Book]:
        """Hold the journal; the kernel lets go of it when a holder dies."""
        with _about(self._folder):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._folder.stat().st_mode & stat.S_IWOTH:
                raise PermissionError(0, "every user may write to it")
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(self._folder / "lock", flags, 0o600)
        try:
            self._lock(descriptor)
            yield self._book()
        finally:
            os.close(descriptor)

    def _lock(self, descriptor: int) -> None:
        deadline_s = time.monotonic() + self._patience_s
        while not self._is_taken(descriptor):
            if time.monotonic() >= deadline_s:
                raise LiveKnobError(_BUSY)
            time.sleep(_PAUSE_S)

    def _is_taken(self, descriptor: int) -> bool:
        with _about(self._folder):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

    def _book(self) -> Book:
        with _about(self._path):
            data = atomic.read(self._path, MAX_BYTES)
        try:
            return Book(self._path, _read(data), None)
        except _NO_JOURNAL:
            stamp = time.strftime("%Y-%m-%d-%H%M%S")
            aside = self._path.with_name(f"journal.json.broken-{stamp}")
            with _about(self._path):
                self._path.replace(aside)
            return Book(self._path, [], _DAMAGED.filled(path=aside))


def _read(data: bytes | None) -> list[Entry]:
    if data is None:
        return []
    content = json.loads(data)
    if content["schema"] != _SCHEMA:
        raise ValueError("it was written by another version")
    return [from_json(entry) for entry in content["entries"]]


def _kept(entries: list[Entry]) -> list[Entry]:
    """Return all open entries and the newest ended ones, oldest first."""
    ended = [entry.number for entry in entries if entry.end is not None]
    dropped = set(sorted(ended)[:-KEPT])
    entries = sorted(entries, key=lambda one: one.number)
    return [entry for entry in entries if entry.number not in dropped]


@contextlib.contextmanager
def _about(path: Path) -> Iterator[None]:
    """Turn an OSError about `path` into a LiveKnobError."""
    try:
        yield
    except OSError as error:
        said = error.strerror or str(error)
        raise LiveKnobError(_UNUSABLE.filled(path=path, error=said)) from error
