"""What waits to be written. Bounded: a full disk must not fill the memory too."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence

from traintray.core.archive.recorder import Record, Sample
from traintray.core.archive.records import EpisodeRecord, NoticeRecord, RunRecord

_SAMPLES = 120
"""Two minutes at one sample a second: about 5 MB with 500 series. What does not fit is
lost from the history, not from the graphs."""
_RECORDS = 1000


class Pending:
    """Samples and records on their way. Safe to use from any thread.

    A record that is saved again before it was written takes the place of the first.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._samples: deque[Sample] = deque(maxlen=_SAMPLES)
        self._records: dict[tuple[object, ...], Record] = {}

    def __bool__(self) -> bool:
        return bool(self._samples or self._records)

    def add(self, sample: Sample) -> None:
        """Add one round."""
        with self._lock:
            self._samples.append(sample)

    def save(self, record: Record) -> None:
        """Add or replace a record."""
        with self._lock:
            self._records[_identity(record)] = record
            self._bound()

    def take(self) -> tuple[Sequence[Sample], Sequence[Record]]:
        """Return all of it; it waits here no longer."""
        with self._lock:
            taken = list(self._samples), list(self._records.values())
            self._samples.clear()
            self._records.clear()
        return taken

    def put_back(self, samples: Sequence[Sample], records: Sequence[Record]) -> None:
        """Let what could not be written wait again, before what came meanwhile."""
        with self._lock:
            newer = list(self._samples)
            self._samples.clear()
            self._samples.extend([*samples, *newer])
            older = {_identity(record): record for record in records}
            self._records = older | self._records
            self._bound()

    def _bound(self) -> None:
        while len(self._records) > _RECORDS:
            self._records.pop(next(iter(self._records)))


def _identity(record: Record) -> tuple[object, ...]:
    if isinstance(record, RunRecord):
        return ("run", record.identity)
    if isinstance(record, EpisodeRecord):
        return ("episode", record.run_identity, record.kind, record.onset_at_s)
    if isinstance(record, NoticeRecord):
        return ("notice", record.at_s, record.kind)
    return ("knob", record.at_s, record.knob)
