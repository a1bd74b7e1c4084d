"""Live knobs of the run that is shown, and the journal of all: asked of the thread that
turns them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.entry import Entry
from traintray.core.live_knobs.live_knob import LiveRow
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.ui.live_thread import Live, LiveThread
from traintray.ui.spoken import spoken_error

_FRESH_S = 3.0


@dataclass(frozen=True, slots=True)
class LiveDeeds:
    """The journal of live knobs."""

    entries: tuple[Entry, ...] = ()
    """Oldest first."""
    lasting: frozenset[int] = frozenset()
    """Numbers of open entries that cannot be taken back without root."""


class LiveNow(QObject):
    """Answers come back to the GUI thread."""

    found = Signal()
    """The rows of a run have changed."""
    journal_found = Signal()
    """The journal has changed."""
    told = Signal(str)
    """Why something was not done, in a sentence; empty when it was."""
    _looked = Signal(str, object)
    _read = Signal(object)
    _said = Signal(str)

    def __init__(self, thread: LiveThread, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = thread
        self._rows: dict[str, tuple[LiveRow, ...]] = {}
        self._asked: dict[str, float] = {}
        self.deeds = LiveDeeds()
        self._looked.connect(self._take)
        self._read.connect(self._take_deeds)
        self._said.connect(self.told)

    def rows(self, run: TrainingRun, finding: str, at_s: float) -> tuple[LiveRow, ...]:
        """Return what is known of a run, and look again when that is old. `at_s`: now,
        on the monotonic clock.
        """
        if at_s - self._asked.get(run.key, float("-inf")) >= _FRESH_S:
            self._asked = {run.key: at_s}
            self._put(lambda live: self._look(live, run, finding))
        return self._rows.get(run.key, ())

    def read_journal(self) -> None:
        """Read the journal again."""
        self._put(self._read_deeds)

    def apply(self, name: str, run: TrainingRun, finding: str) -> None:
        """Turn a knob to what is recommended, if it can be taken back."""

        def job(live: Live) -> None:
            site = live.site(run, finding)
            row = next(r for r in live.desk.rows(site) if r.knob.name == name)
            if row.suggestion is not None and row.is_undoable:
                live.desk.apply(live.desk.plan(name, row.suggestion.value, site))

        self._do(job)

    def undo(self, name: str, run_key: str) -> None:
        """Give all threads of a run back what they had."""

        def job(live: Live) -> None:
            live.desk.undo(name, run_key)

        self._do(job)

    def _do(self, job: Callable[[Live], None]) -> None:
        def whole(live: Live) -> None:
            try:
                job(live)
            except (LiveKnobError, IllegalValueError, LookupError) as error:
                self._said.emit(spoken_error(error))
            else:
                self._said.emit("")
            self._read_deeds(live)

        self._put(whole)
        self._asked = {}  # the next frame looks what has become of the rows

    def _put(self, job: Callable[[Live], None]) -> None:
        def guarded(live: Live) -> None:
            # The page may be gone by then: windows are made anew for other words.
            with contextlib.suppress(RuntimeError):
                job(live)

        self._thread.put(guarded)

    # --- on the thread of the knobs -----------------------------------------------

    def _look(self, live: Live, run: TrainingRun, finding: str) -> None:
        try:
            rows = live.desk.rows(live.site(run, finding))
        except LiveKnobError as error:
            self._said.emit(spoken_error(error))
            rows = ()
        self._looked.emit(run.key, rows)
        self._read_deeds(live)

    def _read_deeds(self, live: Live) -> None:
        self._read.emit(LiveDeeds(live.desk.entries(), live.desk.lasting()))

    # --- on the GUI thread --------------------------------------------------------

    @Slot(str, object)
    def _take(self, run_key: str, rows: tuple[LiveRow, ...]) -> None:
        if rows != self._rows.get(run_key):
            self._rows = {run_key: rows}
            self.found.emit()

    @Slot(object)
    def _take_deeds(self, deeds: LiveDeeds) -> None:
        if deeds != self.deeds:
            self.deeds = deeds
            self.journal_found.emit()
