"""Asks the archive on a thread of its own, so that no window waits for a disk."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from traintray.core.archive.errors import ArchiveError, NoHistoryError
from traintray.ui.spoken import spoken_error

if TYPE_CHECKING:
    from traintray.core.archive.reading import ArchiveReader

log = logging.getLogger(__name__)

OpenArchive = Callable[[], "ArchiveReader"]
"""Opens the archive for reading, on the thread that reads. Raises ArchiveError."""
T = TypeVar("T")

_END_TIMEOUT_S = 1.0


@dataclass(frozen=True, slots=True)
class _Question:
    name: str
    number: int
    put: Callable[[ArchiveReader], Any]
    take: Callable[[Any], None]


class ArchiveDesk(QObject):
    """Answers come back to the GUI thread, each to the one who asked.

    Of several questions with one name only the newest is answered. Reading is a
    burst: the thread and the open file last until nobody has a question.
    """

    troubled = Signal(str, str)
    """Name of a question that could not be answered, and why, in a sentence."""
    _answered = Signal(object, object)
    _failed = Signal(object, str)

    def __init__(
        self, open_archive: OpenArchive, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._open = open_archive
        self._lock = threading.Lock()
        self._waiting: dict[str, _Question] = {}
        self._newest: dict[str, int] = {}
        self._worker: threading.Thread | None = None
        # Once this thread has painted what it is about to: beside it the other one
        # would take twice the CPU, as both fight for the interpreter.
        self._beginning = QTimer(self, singleShot=True, interval=0)
        self._beginning.timeout.connect(self._begin)
        self._answered.connect(self._give)
        self._failed.connect(self._tell)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    @property
    def open_archive(self) -> OpenArchive:
        """What opens the archive, for work that has a thread of its own."""
        return self._open

    def ask(
        self,
        name: str,
        question: Callable[[ArchiveReader], T],
        answer: Callable[[T], None],
    ) -> None:
        """Let `question` be put on another thread and `answer` take what it returns,
        on this one. One of the same `name` that still waits is dropped.
        """
        number = self._newest.get(name, 0) + 1
        self._newest[name] = number
        with self._lock:
            self._waiting[name] = _Question(name, number, question, answer)
        self._beginning.start()

    @Slot()
    def _begin(self) -> None:
        with self._lock:
            if self._waiting and self._worker is None:
                self._worker = threading.Thread(
                    target=self._work, name="archive", daemon=True
                )
                self._worker.start()

    @Slot()
    def close(self) -> None:
        """Drop what waits and let the thread end."""
        with self._lock:
            self._waiting.clear()
            worker = self._worker
        if worker is not None:
            worker.join(_END_TIMEOUT_S)

    # --- on the thread that reads -------------------------------------------------

    def _work(self) -> None:
        reader: ArchiveReader | None = None
        try:
            while (question := self._next()) is not None:
                try:
                    reader = reader or self._open()
                    found = question.put(reader)
                except NoHistoryError:
                    self._failed.emit(question, "")
                except ArchiveError as error:
                    log.warning("the history cannot be read: %s", error)
                    self._failed.emit(question, spoken_error(error))
                else:
                    self._answered.emit(question, found)
        finally:
            with self._lock:
                if self._worker is threading.current_thread():
                    self._worker = None
            if reader is not None:
                reader.close()

    def _next(self) -> _Question | None:
        """Return what is to be put next; None ends the thread."""
        with self._lock:
            if not self._waiting:
                self._worker = None
                return None
            return self._waiting.pop(next(iter(self._waiting)))

    # --- on the GUI thread --------------------------------------------------------

    @Slot(object, object)
    def _give(self, question: _Question, found: object) -> None:
        asker = getattr(question.take, "__self__", None)
        if isinstance(asker, QObject) and not isValid(asker):
            return  # its window was closed for good meanwhile
        if question.number == self._newest[question.name]:
            question.take(found)

    @Slot(object, str)
    def _tell(self, question: _Question, why: str) -> None:
        if question.number == self._newest[question.name]:
            self.troubled.emit(question.name, why)
