"""A log file that may fail: the app is more than its log."""

from __future__ import annotations

import logging
import sys
from logging.handlers import RotatingFileHandler


class QuietFile(RotatingFileHandler):
    """Says once in one line that the log cannot be written (the disk is full, say)
    and goes on; logging itself would print a stack trace for every line.
    """

    _has_complained = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Name what is wrong with the file; a bug in a call is printed as always."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._has_complained and sys.stderr is not None:
            self._has_complained = True
            sys.stderr.write(
                f"traintray: {self.baseFilename} cannot be written:"
                f" {error.strerror or error}. What happens is not logged.\n"
            )
