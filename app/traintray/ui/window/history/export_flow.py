"""Writes what the archive holds to a file, on a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.reading import ArchiveReader
from traintray.core.export.order import CancelledError, Watch
from traintray.ui.archive_desk import OpenArchive
from traintray.ui.spoken import spoken_error

log = logging.getLogger(__name__)

Write: TypeAlias = Callable[[ArchiveReader, Path, Watch], None]
"""Writes a file in one step, on a thread that is not the window's. Raises ArchiveError,
CancelledError, OSError."""

_END_TIMEOUT_S = 2.0
_TELL_STEP = 0.01


class ExportFlow(QObject):
    """One export at a time, which can be cancelled. What it leaves behind then is
    nothing: the file is written in one step at the end.
    """

    progressed = Signal(float)
    """How much is done, 0..1."""
    done = Signal(str)
    """Path of the file."""
    cancelled = Signal()
    failed = Signal(str)
    """Why, in a sentence."""

    def __init__(
        self, open_archive: OpenArchive, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._open = open_archive
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None
        self._told = 0.0
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    @property
    def is_running(self) -> bool:
        """Whether a file is being written."""
        return self._worker is not None and self._worker.is_alive()

    def start(self, write: Write, path: Path) -> None:
        """Begin to write; nothing while another export runs."""
        if self.is_running:
            return
        self._stop.clear()
        self._told = 0.0
        self._worker = threading.Thread(
            target=self._work, args=(write, path), name="export", daemon=True
        )
        self._worker.start()

    @Slot()
    def cancel(self) -> None:
        """Ask it to stop; `cancelled` tells when it has."""
        self._stop.set()

    @Slot()
    def close(self) -> None:
        """Stop, and wait for it."""
        self.cancel()
        if self._worker is not None:
            self._worker.join(_END_TIMEOUT_S)

    # --- on the thread that writes ------------------------------------------------

    def _work(self, write: Write, path: Path) -> None:
        # The window may be gone by then: windows are made anew for other words.
        with contextlib.suppress(RuntimeError):
            self._write(write, path)

    def _write(self, write: Write, path: Path) -> None:
        try:
            reader = self._open()
            try:
                write(reader, path, Watch(self._tell, self._stop.is_set))
            finally:
                reader.close()
        except CancelledError:
            self.cancelled.emit()
        except ArchiveError as error:
            self.failed.emit(spoken_error(error))
        except OSError as error:
            log.warning("the export failed: %s", error)
            self.failed.emit(f"{path}: {error.strerror or error}")
        else:
            self.done.emit(str(path))

    def _tell(self, done_fraction: float) -> None:
        if done_fraction - self._told >= _TELL_STEP:
            self._told = done_fraction
            self.progressed.emit(done_fraction)
