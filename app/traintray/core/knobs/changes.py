"""What was done with the knobs, by whichever program of ours, for the archive."""

from __future__ import annotations

import time
from typing import Protocol

from traintray.core.archive.records import KnobRecord
from traintray.core.knobs import shelf
from traintray.core.knobs.catalog import thread_cap
from traintray.core.knobs.journal import Record
from traintray.core.masking import masked_variables

_ENV_FILE = "env_file"
"""Stands for variables that no knob of the catalog has set together."""


class Journaled(Protocol):
    """What is asked of the env file."""

    def changes(self) -> tuple[Record, ...]:
        """Return the last changes that were not taken back, oldest first."""
        ...


class KnobChanges:
    """Compares the undo journal with how it was the last time.

    What stands in it when the app starts is told as well, so that a change that was
    made without the app is not missed; the archive knows each by its time. A change
    that was taken back while the app was off leaves no trace.
    """

    def __init__(self, env_file: Journaled) -> None:
        self._env_file = env_file
        self._known: dict[tuple[int, str], Record] = {}

    def news(self, now_s: float, run_identity: str | None) -> list[KnobRecord]:
        """Return what was changed or taken back since the last call.

        `run_identity` is the run for which it was recommended, when that is known.
        """
        records = {(each.number, each.at): each for each in self._env_file.changes()}
        newest = max((each.number for each in records.values()), default=0)
        undone = [
            _undo(record, now_s, run_identity)
            for key, record in self._known.items()
            if key not in records and record.number > newest
        ]
        made = [
            _apply(record, now_s, run_identity)
            for key, record in records.items()
            if key not in self._known
        ]
        self._known = records
        return undone + made


def _apply(record: Record, now_s: float, run_identity: str | None) -> KnobRecord:
    before, after = _values(record)
    try:
        at_s = time.mktime(time.strptime(record.at, "%Y-%m-%d %H:%M:%S"))
    except (ValueError, OverflowError):
        at_s = now_s  # somebody has edited the journal
    return KnobRecord(at_s, _knob(before), "apply", before, after, run_identity)


def _undo(record: Record, now_s: float, run_identity: str | None) -> KnobRecord:
    before, after = _values(record)
    return KnobRecord(now_s, _knob(before), "undo", after, before, run_identity)


def _values(record: Record) -> tuple[dict[str, str | None], dict[str, str | None]]:
    before, after = (
        {name: pair[place] for name, pair in record.keys.items()} for place in (0, 1)
    )
    return _masked(before), _masked(after)


def _masked(values: dict[str, str | None]) -> dict[str, str | None]:
    known = {name: value for name, value in values.items() if value is not None}
    return {**values, **masked_variables(known)}


def _knob(values: dict[str, str | None]) -> str:
    threads = {variable.name for variable in thread_cap.KNOB.variables}
    if values.keys() <= threads:
        return thread_cap.KNOB.name
    knob = shelf.that_sets(values)  # imports the catalogue, which the app seldom needs
    return _ENV_FILE if knob is None else knob.name
