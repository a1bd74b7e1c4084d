"""Opens the history for a command."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from traintray.cli.streams import complain
from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.settings.folders import Folders


class CannotAnswerError(Exception):
    """There is nothing to answer with; the message is a line for a person."""


@contextlib.contextmanager
def history() -> Iterator[ArchiveReader]:
    """Give the history. Raises CannotAnswerError where there is none to be read."""
    try:
        reader = SqliteArchive(Folders.find().archive_file)
        with contextlib.closing(reader):
            yield reader
    except ArchiveError as error:
        raise CannotAnswerError(str(error)) from error


def told(error: CannotAnswerError) -> int:
    """Print why there is no answer; return the exit status."""
    complain(str(error))
    return 1
