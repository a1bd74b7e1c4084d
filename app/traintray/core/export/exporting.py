"""Exports a span of the archive: what the command and the Export button call."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from traintray import __version__
from traintray.core import atomic
from traintray.core.archive.reading import ArchiveReader
from traintray.core.export.csv_form import csv_pieces
from traintray.core.export.json_form import json_pieces
from traintray.core.export.order import UNWATCHED, Form, Order, Watch


def export(
    reader: ArchiveReader, order: Order, path: Path, watch: Watch = UNWATCHED
) -> None:
    """Write an export to `path`, in one step: until all is written the old file stays.

    May take minutes, so call it on a thread of its own (the reader must be that
    thread's). Raises CancelledError, ArchiveError, or OSError when the file cannot be
    written; nothing is left behind then.
    """
    write_pieces(path, pieces(reader, order, watch))


def pieces(
    reader: ArchiveReader, order: Order, watch: Watch = UNWATCHED
) -> Iterator[bytes]:
    """Yield an export piece by piece, for a pipe. Raises as `export` does."""
    if order.form is Form.CSV:
        yield from csv_pieces(reader, order, watch)
    else:
        yield from json_pieces(reader, order, watch, f"traintray {__version__}")
    watch.step(1.0)


def write_pieces(path: Path, made: Iterator[bytes]) -> None:
    """Write pieces to a file in one step; what is no file (a pipe, a terminal, a
    device) takes them as they come. Raises OSError, which names `path`.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as target:
            target.writelines(made)
    else:
        # What was trained, and how, is nobody else's business.
        try:
            atomic.write(path, made, mode=0o600)
        except OSError as error:
            # The draft beside it is none of the user's names.
            error.filename, error.filename2 = str(path), None
            raise
