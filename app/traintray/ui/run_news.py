"""Brings news of runs from the sampling thread to the GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traintray.core.archive.records import RunRecord


class RunNews(QObject):
    """What is posted arrives in the thread that made this object, in order."""

    ended = Signal(object)
    """The last `RunRecord` of a run."""

    def post(self, record: RunRecord) -> None:
        """Hand over a record. From any thread."""
        self.ended.emit(record)
