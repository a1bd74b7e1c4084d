"""Hands what a round has shown to the archive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from traintray.core.archive.names import kept_name
from traintray.core.frame import Frame

Values = Mapping[str, float | None]


class ArchiveSink(Protocol):
    """What the keeper gives things to: core.archive.writer.ArchiveWriter."""

    def add(self, wall_s: float, values: Values) -> None:
        """Remember one round of samples."""
        ...


class Keeper:
    """Its `note` is what a pipeline calls at the end of each round."""

    def __init__(self, sink: ArchiveSink, boot: str) -> None:
        self._sink = sink
        self._boot = boot
        self._names: dict[str, str] = {}

    def note(self, frame: Frame, values: Values) -> None:
        """Remember a round; without values (paused, or just woken) it only passes."""
        if self._names.keys() != values.keys():
            self._names = {key: kept_name(key, self._boot) for key in values}
        names = self._names
        self._sink.add(frame.wall_s, {names[key]: values[key] for key in values})
