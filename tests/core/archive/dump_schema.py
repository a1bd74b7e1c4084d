"""Writes the dump of today's schema: run it once when the schema has changed.

PYTHONPATH=app:tests python tests/core/archive/dump_schema.py
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from core.archive.archive_files import (
    NOON_S,
    episode_record,
    rounds,
    run_record,
    write_and_tidy,
    written,
)
from traintray.core.archive.records import KnobRecord, NoticeRecord
from traintray.core.archive.schema import MIGRATIONS


def main() -> None:
    target = Path(__file__).with_name("schemas") / f"{len(MIGRATIONS)}.sql"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.sqlite"
        with written(path) as file:
            file.write(
                [],
                [
                    run_record(),
                    episode_record(),
                    NoticeRecord(NOON_S, "spinning", "boot/12-345", "opened", NOON_S),
                    KnobRecord(NOON_S, "thread_cap", "apply", {"A": None}, {"A": "2"}),
                ],
            )
            samples = rounds(NOON_S, NOON_S + 4200, lambda at: (at / 10) % 50, 10.0)
            write_and_tidy(file, samples)
        with closing(sqlite3.connect(path)) as connection:
            target.write_text("\n".join(connection.iterdump()) + "\n")


if __name__ == "__main__":
    main()
