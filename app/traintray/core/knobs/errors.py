"""What can go wrong with an env file, in sentences that say what to do."""

from __future__ import annotations


class EnvFileError(Exception):
    """The env file could not be read or changed. Nothing was written.

    The message names the file, what is wrong and what to do; show it as it is.
    """


class FormatError(EnvFileError):
    """A name or a value that not every program would read the same way."""


class DamagedFileError(EnvFileError):
    """The text of the file cannot be worked on: no text, or our block is broken."""


class ConflictError(EnvFileError):
    """A wanted name is set by hand outside our block; the message names the line."""


class StaleChangeError(EnvFileError):
    """The file was edited after the change was planned: plan it again."""


class StateError(EnvFileError):
    """A file or folder in the state folder is no use: the lock, the undo journal or
    a kept original. The message names it.
    """


class DamagedJournalError(EnvFileError):
    """The undo journal can be read, but does not make sense."""


class TooLargeError(EnvFileError):
    """The change would make a file that is too large to be read back."""
