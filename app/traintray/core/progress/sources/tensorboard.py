"""TensorBoard event files: PyTorch's and TensorFlow's writers, tensorboardX."""

from __future__ import annotations

import math
from pathlib import PurePath

from traintray.core.progress.event_file import (
    BadRecordError,
    Event,
    body,
    event_of,
    first_record,
    record_length,
    whole_bytes,
)
from traintray.core.progress.mark import NOTHING, Look, Mark
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.progress import STEP
from traintray.core.progress.rows import EPOCH
from traintray.core.progress.source import Source
from traintray.core.progress.tail import Fresh, Tail

_MOST_TAGS = 1000
_LARGEST_SCALAR = 64 * 1024
"""A longer record holds a picture or a graph and is stepped over unread."""


class _EventReader:
    """The steps of the tag that is written most often count: others are written
    once per epoch, or count epochs instead of steps.
    """

    def __init__(self, path: str) -> None:
        self._tail = Tail(path)
        self._rest = b""
        self._skip = 0
        """Bytes of a long record that are still to come."""
        self._is_lost = False
        self._written: dict[str, int] = {}
        self._epoch: float | None = None

    def look(self) -> Look:
        """Return what the new events tell."""
        fresh = self._tail.read()
        if fresh is None:
            return NOTHING
        events = self._events(fresh)
        for event in events:
            for tag, value in event.scalars:
                if len(self._written) < _MOST_TAGS or tag in self._written:
                    self._written[tag] = self._written.get(tag, 0) + 1
                is_epoch_now = tag.rsplit("/", 1)[-1].lower() == EPOCH
                if is_epoch_now and math.isfinite(value):
                    self._epoch = value
        if not self._written:
            return NOTHING
        main = max(self._written, key=lambda tag: self._written[tag])
        marks = tuple(
            Mark(event.step, event.wall_s)
            for event in events
            if event.step >= 0
            and math.isfinite(event.wall_s)
            and any(tag == main for tag, _ in event.scalars)
        )
        # Keras names the tags that it writes once per epoch like this.
        is_epoch = main.startswith("epoch_")
        epoch = marks[-1].step if is_epoch and marks else self._epoch
        return Look(marks, epoch=epoch, unit=EPOCH if is_epoch else STEP)

    def _events(self, fresh: Fresh) -> list[Event]:
        if fresh.is_anew or fresh.is_cut:
            self._rest, self._skip, self._is_lost = b"", 0, fresh.is_cut
        data = self._rest + fresh.data
        at = self._skip
        if self._is_lost:
            found = first_record(data)
            if found is None:
                self._rest = b""
                return []
            at, self._is_lost = found, False
        events: list[Event] = []
        try:
            at = self._read(data, at, events)
        except BadRecordError:
            # Overwritten, or no event file at all: join it again further on.
            at, self._is_lost = len(data), True
        self._skip = max(0, at - len(data))
        self._rest = data[at:]
        return events

    def _read(self, data: bytes, at: int, events: list[Event]) -> int:
        """Read whole records from `at` on; return where the next one begins."""
        while (length := record_length(data, at)) is not None:
            end = at + whole_bytes(length)
            if length <= _LARGEST_SCALAR:
                if end > len(data):
                    break
                events.append(event_of(body(data, at, length)))
            at = end
        return at


def _is_mine(file: OpenFile) -> bool:
    return ".tfevents." in PurePath(file.path).name


SOURCE = Source("tensorboard", 2, _is_mine, _EventReader)
