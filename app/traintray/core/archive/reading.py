"""What others ask of the archive, as one seam; `sqlite_archive.py` answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
    Slice,
)


class ArchiveReader(Protocol):
    """Read access. Safe beside a writer in another thread or process.

    Every method raises ArchiveError (a sentence for a person) when the file cannot
    be read.
    """

    def span(self) -> tuple[float, float] | None:
        """Return when the oldest and the newest sample were taken; None: none yet."""
        ...

    def series_keys(self) -> Sequence[str]:
        """Return every series that has samples, sorted.

        Of the machine as in `Sampler.series` (`cpu.busy`); of a run
        `run/<identity>/<figure>`.
        """
        ...

    def series(self, key: str, since_s: float, until_s: float, points: int) -> Slice:
        """Return one series in at most `points` buckets, oldest first; full
        resolution when the span holds no more samples than that and they are kept.
        """
        ...

    def many(
        self, keys: Sequence[str], since_s: float, until_s: float, points: int
    ) -> Mapping[str, Slice]:
        """Return several series as `series` does, by key and with the same times, for
        less than one by one.
        """
        ...

    def runs(self, since_s: float, until_s: float) -> Sequence[RunRecord]:
        """Return the runs that were seen in a span of time, newest first."""
        ...

    def run(self, number: int) -> RunRecord | None:
        """Return one run by its number."""
        ...

    def episodes(self, since_s: float, until_s: float) -> Sequence[EpisodeRecord]:
        """Return the episodes that stood in a span of time, newest first."""
        ...

    def notices(self, since_s: float, until_s: float) -> Sequence[NoticeRecord]:
        """Return the notifications that were shown, newest first."""
        ...

    def knob_changes(self, since_s: float, until_s: float) -> Sequence[KnobRecord]:
        """Return the changes of knobs, newest first."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...
