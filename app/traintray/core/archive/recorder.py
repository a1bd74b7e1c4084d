"""Writes to the history file; every call is one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace

from traintray.core.archive.packing import pack_batch
from traintray.core.archive.record_json import decoded, encoded
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
)
from traintray.core.archive.stretches import slot_of, stretches

Sample = tuple[float, Mapping[str, float | None]]
Record = RunRecord | EpisodeRecord | NoticeRecord | KnobRecord


class Recorder:
    """Knows the tables. Raises sqlite3.Error; then nothing of the call is kept, and a
    new one is needed: this one may know numbers of series that were not kept.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._series: dict[str, int] = {}

    def write(
        self, samples: Sequence[Sample], records: Sequence[Record]
    ) -> dict[str, int]:
        """Keep samples and records; return the numbers of the runs by identity."""
        numbers: dict[str, int] = {}
        with Transaction(self._connection):
            for piece in stretches([at_s for at_s, _ in samples]):
                self._add_batch(samples[piece])
            for record in records:
                if isinstance(record, RunRecord):
                    numbers[record.identity] = self._save_run(record)
                elif isinstance(record, EpisodeRecord):
                    self._save_episode(record)
                elif isinstance(record, NoticeRecord):
                    self._save_notice(record)
                else:
                    self._save_knob_change(record)
        return numbers

    def close_open_episodes(self) -> None:
        """End the episodes that an app which is gone left open: at its last sample."""
        last_s = self._connection.execute("SELECT max(last_s) FROM batch").fetchone()[0]
        if last_s is None:
            last_s = self._connection.execute(
                "SELECT max(last_s) FROM block"
            ).fetchone()[0]
        rows = self._connection.execute("SELECT record FROM episode WHERE is_open = 1")
        left = [decoded(EpisodeRecord, text) for (text,) in rows.fetchall()]
        with Transaction(self._connection):
            for episode in left:
                seen_s = max(episode.last_seen_at_s, episode.onset_at_s)
                ended_s = seen_s if last_s is None else max(seen_s, last_s)
                self._save_episode(
                    replace(episode, ended_at_s=ended_s, last_seen_at_s=ended_s)
                )

    def _add_batch(self, samples: Sequence[Sample]) -> None:
        times = [at_s for at_s, _ in samples]
        rounds = [values for _, values in samples]
        keys = set().union(*rounds)
        if keys:
            self._number(keys)
            blob = pack_batch(times, rounds, self._series)
            self._connection.execute(
                "INSERT INTO batch (slot, first_s, last_s, data) VALUES (?, ?, ?, ?)",
                (slot_of(times[0]), times[0], times[-1], blob),
            )

    def _number(self, keys: set[str]) -> None:
        """Look up, or give, the numbers of series."""
        if not self._series:
            rows = self._connection.execute("SELECT key, id FROM series")
            self._series.update(rows.fetchall())
        for key in sorted(keys - self._series.keys()):
            cursor = self._connection.execute(
                "INSERT INTO series (key) VALUES (?)", (key,)
            )
            self._series[key] = int(cursor.lastrowid or 0)

    def forget_series(self) -> None:
        """Look the numbers of series up anew: some were dropped."""
        self._series.clear()

    def _save_run(self, run: RunRecord) -> int:
        """Keep a run; an upsert would use up a number each time it is kept again."""
        values = (run.seen_at_s, _end(run.seen_at_s, run), encoded(run), run.identity)
        changed = self._connection.execute(
            "UPDATE run SET first_s = ?, last_s = ?, record = ? WHERE identity = ?",
            values,
        )
        if not changed.rowcount:
            self._connection.execute(
                "INSERT INTO run (first_s, last_s, record, identity)"
                " VALUES (?, ?, ?, ?)",
                values,
            )
        row = self._connection.execute(
            "SELECT number FROM run WHERE identity = ?", (run.identity,)
        ).fetchone()
        return int(row[0])

    def _save_episode(self, episode: EpisodeRecord) -> None:
        first_s = episode.onset_at_s
        self._connection.execute(
            "INSERT INTO episode"
            " (run_identity, kind, first_s, last_s, is_open, record)"
            " VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (run_identity, kind, first_s) DO UPDATE SET"
            " last_s = excluded.last_s, is_open = excluded.is_open,"
            " record = excluded.record",
            (
                episode.run_identity,
                episode.kind,
                first_s,
                _end(first_s, episode),
                episode.ended_at_s is None,
                encoded(episode),
            ),
        )

    def _save_notice(self, notice: NoticeRecord) -> None:
        self._connection.execute(
            "INSERT INTO notice (at_s, kind, record) VALUES (?, ?, ?)"
            " ON CONFLICT (at_s, kind) DO UPDATE SET record = excluded.record",
            (notice.at_s, notice.kind, encoded(notice)),
        )

    def _save_knob_change(self, change: KnobRecord) -> None:
        """Keep a change as it was first told: only then the run is known."""
        self._connection.execute(
            "INSERT OR IGNORE INTO knob_change (at_s, knob, record) VALUES (?, ?, ?)",
            (change.at_s, change.knob, encoded(change)),
        )


def _end(first_s: float, record: RunRecord | EpisodeRecord) -> float:
    """Return when it was last there; never before its beginning, whatever the clock."""
    return max(first_s, record.ended_at_s or record.last_seen_at_s)


class Transaction:
    """All of the statements inside it, or none."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        del error, trace
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
