"""What can go wrong with the history file, in sentences for a person."""

from __future__ import annotations


class ArchiveError(Exception):
    """The history could not be read or written. The message is a `Sentence` that
    says what is wrong and what to do; show it as it is.
    """


class NewerSchemaError(ArchiveError):
    """A newer traintray wrote the file; it is left as it is."""


class NoHistoryError(ArchiveError):
    """There is no file yet: nothing has been remembered."""
