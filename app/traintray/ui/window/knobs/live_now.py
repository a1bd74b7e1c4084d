"""Live knobs of the run that is shown, turned on a thread of their own: they read
`/proc`, and some wait for a lock or for D-Bus.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.live_knob import LiveRow, Site
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.ui.spoken import spoken_error

_FRESH_S = 3.0
_END_TIMEOUT_S = 1.0
_KEEP_UP_S = 2.0

Job = Callable[["Live"], None]


class Live(Protocol):
    """What is turned: platform.live_knobs.LiveKnobs."""

    @property
    def desk(self) -> LiveDesk:
        """Plans, applies and undoes."""
        ...

    def site(self, run: TrainingRun, finding: str) -> Site:
        """Return a run on this machine."""
        ...

    def close(self) -> None:
        """Let go of what ends with this program."""
        ...


class LiveNow(QObject):
    """Answers come back to the GUI thread."""

    found = Signal()
    """The rows of a run have changed."""
    told = Signal(str)
    """Why something was not done, in a sentence; empty when it was."""
    _looked = Signal(str, object)
    _said = Signal(str)

    def __init__(self, make: Callable[[], Live], parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._worker: threading.Thread | None = None
        self._rows: dict[str, tuple[LiveRow, ...]] = {}
        self._asked: dict[str, float] = {}
        self._looked.connect(self._take)
        self._said.connect(self.told)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    def rows(self, run: TrainingRun, finding: str, at_s: float) -> tuple[LiveRow, ...]:
        """Return what is known of a run, and look again when that is old. `at_s`: now,
        on the monotonic clock.
        """
        if at_s - self._asked.get(run.key, float("-inf")) >= _FRESH_S:
            self._asked = {run.key: at_s}
            self._put(lambda live: self._look(live, run, finding))
        return self._rows.get(run.key, ())

    def apply(self, name: str, run: TrainingRun, finding: str) -> None:
        """Turn a knob to what is recommended, if it can be taken back."""

        def job(live: Live) -> None:
            site = live.site(run, finding)
            row = next(r for r in live.desk.rows(site) if r.knob.name == name)
            if row.suggestion is not None and row.is_undoable:
                live.desk.apply(live.desk.plan(name, row.suggestion.value, site))

        self._do(job, run, finding)

    def undo(self, name: str, run: TrainingRun, finding: str) -> None:
        """Give all threads of a run back what they had."""

        def job(live: Live) -> None:
            live.desk.undo(name, run.key)

        self._do(job, run, finding)

    @Slot()
    def close(self) -> None:
        """Let the thread end."""
        worker, self._worker = self._worker, None
        if worker is not None:
            self._jobs.put(None)
            worker.join(_END_TIMEOUT_S)

    def _put(self, job: Job) -> None:
        if self._worker is None:
            self._worker = threading.Thread(
                target=self._work, name="live knobs", daemon=True
            )
            self._worker.start()
        self._jobs.put(job)

    def _do(self, job: Job, run: TrainingRun, finding: str) -> None:
        def whole(live: Live) -> None:
            try:
                job(live)
            except (LiveKnobError, IllegalValueError, LookupError) as error:
                self._said.emit(spoken_error(error))
            else:
                self._said.emit("")
            self._look(live, run, finding)

        self._put(whole)

    # --- on the thread of the knobs -----------------------------------------------

    def _work(self) -> None:
        live = self._make()
        while (job := self._next()) is not None:
            job(live)
        live.close()

    def _next(self) -> Job | None:
        try:
            return self._jobs.get(timeout=_KEEP_UP_S)
        except queue.Empty:
            return _keep_up

    def _look(self, live: Live, run: TrainingRun, finding: str) -> None:
        try:
            rows = live.desk.rows(live.site(run, finding))
        except LiveKnobError as error:
            self._said.emit(spoken_error(error))
            rows = ()
        self._looked.emit(run.key, rows)

    @Slot(str, object)
    def _take(self, run_key: str, rows: tuple[LiveRow, ...]) -> None:
        if rows != self._rows.get(run_key):
            self._rows = {run_key: rows}
            self.found.emit()


def _keep_up(live: Live) -> None:
    """Reach threads born since, and let go of the power profile of an ended run."""
    with contextlib.suppress(LiveKnobError):  # told when the user turns a knob
        live.desk.refresh()
