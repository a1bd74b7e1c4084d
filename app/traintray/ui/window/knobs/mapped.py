"""Which libraries a run has loaded, looked up on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.detection.run import Role, TrainingRun

Look = Callable[[TrainingRun], "frozenset[str] | None"]


class MappedFiles(QObject):
    """Knows what was found for each run; asks once, and again when its processes
    changed. Reading `maps` takes milliseconds for each process.
    """

    found = Signal()
    """Something is known that was not."""
    _looked = Signal(object, object)

    def __init__(self, look: Look | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._known: dict[tuple[object, ...], frozenset[str] | None] = {}
        self._asked: tuple[object, ...] | None = None
        self._looked.connect(self._take)

    def of(self, run: TrainingRun) -> frozenset[str] | None:
        """Return the paths mapped by a run, as far as they are known by now."""
        if self._look is None:
            return None
        loaders = run.with_roles(Role.MAIN, Role.RANK, Role.WORKER)
        key = (run.key, *sorted(member.pid for member in loaders))
        if key in self._known:
            return self._known[key]
        if self._asked is None:
            self._asked = key
            worker = threading.Thread(
                target=self._work, args=(key, run), name="mapped", daemon=True
            )
            worker.start()
        before = [files for known, files in self._known.items() if known[0] == run.key]
        return before[-1] if before else None

    def _work(self, key: tuple[object, ...], run: TrainingRun) -> None:
        assert self._look is not None, "nobody asks without it"
        self._looked.emit(key, self._look(run))

    @Slot(object, object)
    def _take(self, key: tuple[object, ...], files: frozenset[str] | None) -> None:
        self._asked = None
        # Of each run the newest answer: workers come and go.
        self._known = {k: v for k, v in self._known.items() if k[0] != key[0]}
        self._known[key] = files
        self.found.emit()
