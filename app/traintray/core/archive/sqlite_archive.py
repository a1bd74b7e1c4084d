"""Answers what is asked of the history file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from traintray.core.archive.buckets import BucketMaker, Buckets, at_full_resolution
from traintray.core.archive.plan import plan
from traintray.core.archive.readfile import ReadFile
from traintray.core.archive.record_json import decoded, encoded
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
    Slice,
)
from traintray.core.archive.stretches import MINUTE_S

T = TypeVar("T")


class SqliteArchive:
    """An ArchiveReader. Any thread may use it; each answer is of one instant.

    Times are seconds since 1970; a span reaches from `since_s` up to before `until_s`.
    Where the clock was set back while samples were taken, those taken later stand.
    """

    def __init__(self, path: Path, buckets: type[BucketMaker] = Buckets) -> None:
        """Open the file, which stays as it is; `buckets` puts samples together.

        Raises ArchiveError: NoHistoryError while nothing was remembered yet,
        NewerSchemaError for the file of a newer traintray.
        """
        self._file = ReadFile(path)
        self._buckets = buckets

    def span(self) -> tuple[float, float] | None:
        """Return when the oldest and the newest sample were taken; None: none yet."""
        with self._file.reading() as connection:
            first_s, last_s = connection.execute(
                "SELECT min(first_s), max(last_s) FROM"
                " (SELECT first_s, last_s FROM batch"
                " UNION ALL SELECT first_s, last_s FROM block)"
            ).fetchone()
        return None if first_s is None else (first_s, last_s)

    def series_keys(self) -> Sequence[str]:
        """Return every series that has samples, sorted."""
        with self._file.reading() as connection:
            rows = connection.execute("SELECT key FROM series ORDER BY key")
            return [key for (key,) in rows]

    def series(self, key: str, since_s: float, until_s: float, points: int) -> Slice:
        """Return one series in at most `points` buckets; see `many`."""
        return self.many([key], since_s, until_s, points)[key]

    def many(
        self, keys: Sequence[str], since_s: float, until_s: float, points: int
    ) -> Mapping[str, Slice]:
        """Return several series with the same times, for less than one by one.

        At most `points` buckets, none shorter than a minute where samples were thinned
        to minutes; the samples themselves when there are no more than `points` and
        none was thinned. A series nobody knows is all NaN.
        """
        span_s = max(0.0, until_s - since_s)
        with self._file.reading() as connection:
            numbers = dict(connection.execute("SELECT key, id FROM series"))
            is_coarse = span_s / points >= MINUTE_S
            found = plan(connection, since_s, until_s, is_coarse)
            wanted = [numbers.get(key, -1) for key in keys]
            if len(found.times) <= points and not found.is_thinned:
                columns = found.columns(connection, wanted)
                slices = [
                    at_full_resolution(found.times, mean) for _, mean, _ in columns
                ]
            else:
                least_s = MINUTE_S if found.is_thinned else 0.0
                bucket_s = max(span_s / points, least_s)
                count = min(points, max(1, -int(-span_s // bucket_s)))
                buckets = self._buckets(found.times, since_s, bucket_s, count)
                slices = buckets.many(found, connection, wanted)
        return dict(zip(keys, slices, strict=True))

    def runs(self, since_s: float, until_s: float) -> Sequence[RunRecord]:
        """Return the runs that were seen in a span of time, newest first."""
        with self._file.reading() as connection:
            rows = connection.execute(
                "SELECT number, record FROM run WHERE last_s >= ? AND first_s < ?"
                " ORDER BY first_s DESC, number DESC",
                (since_s, until_s),
            )
            return [_run(number, text) for number, text in rows]

    def runs_named(self, name: str, most: int) -> Sequence[RunRecord]:
        """Return the newest runs of a name, newest first, `most` at most."""
        with self._file.reading() as connection:
            rows = connection.execute(
                # Records are JSON, but not that of SQLite: numbers may be NaN.
                "SELECT number, record FROM run WHERE instr(record, ?)"
                " ORDER BY first_s DESC, number DESC LIMIT ?",
                (f'"name":{encoded(name)}', most),
            )
            found = [_run(number, text) for number, text in rows]
        return [run for run in found if run.name == name]

    def run(self, number: int) -> RunRecord | None:
        """Return one run by its number."""
        with self._file.reading() as connection:
            row = connection.execute(
                "SELECT number, record FROM run WHERE number = ?", (number,)
            ).fetchone()
            return None if row is None else _run(*row)

    def run_by_identity(self, identity: str) -> RunRecord | None:
        """Return one run by its identity."""
        with self._file.reading() as connection:
            row = connection.execute(
                "SELECT number, record FROM run WHERE identity = ?", (identity,)
            ).fetchone()
            return None if row is None else _run(*row)

    def episodes(self, since_s: float, until_s: float) -> Sequence[EpisodeRecord]:
        """Return the episodes that stood in a span of time, newest first."""
        return self._records(
            "SELECT record FROM episode WHERE last_s >= ? AND first_s < ?"
            " ORDER BY first_s DESC, id DESC",
            (since_s, until_s),
            lambda text: decoded(EpisodeRecord, text),
        )

    def notices(self, since_s: float, until_s: float) -> Sequence[NoticeRecord]:
        """Return the notifications that were shown, newest first."""
        return self._records(
            "SELECT record FROM notice WHERE at_s >= ? AND at_s < ?"
            " ORDER BY at_s DESC, id DESC",
            (since_s, until_s),
            lambda text: decoded(NoticeRecord, text),
        )

    def knob_changes(self, since_s: float, until_s: float) -> Sequence[KnobRecord]:
        """Return the changes of knobs, newest first."""
        return self._records(
            "SELECT record FROM knob_change WHERE at_s >= ? AND at_s < ?"
            " ORDER BY at_s DESC, id DESC",
            (since_s, until_s),
            lambda text: decoded(KnobRecord, text),
        )

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _records(
        self, question: str, span: tuple[float, float], read: Callable[[str], T]
    ) -> list[T]:
        with self._file.reading() as connection:
            rows = connection.execute(question, span)
            return [read(text) for (text,) in rows]


def _run(number: int, text: str) -> RunRecord:
    return replace(decoded(RunRecord, text), number=number)
