"""Which runs are measured now, asked of archive and env file."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traintray.core.archive.names import boot_id, identity_of
from traintray.core.archive.reading import ArchiveReader
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.envfile import EnvFile
from traintray.core.proof.under_way import Measuring, UnderWay
from traintray.ui.archive_desk import ArchiveDesk

_FRESH_S = 10.0
"""As often as the archive writes."""


class MeasuredNow(QObject):
    """Asks at most every ten seconds; answers come by `found`."""

    found = Signal()
    """Something is known that was not."""

    def __init__(self, desk: ArchiveDesk, env_file: EnvFile, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._env_file = env_file
        self._under_way = UnderWay()
        self._boot = boot_id()
        self._asked_at_s = float("-inf")
        self._cases: tuple[Measuring, ...] = ()

    @property
    def cases(self) -> tuple[Measuring, ...]:
        """What is measured, the newest run first."""
        return self._cases

    def ask(self, now_s: float) -> None:
        """Look again; `now_s` in seconds since 1970."""
        if abs(now_s - self._asked_at_s) < _FRESH_S:
            return
        self._asked_at_s = now_s
        # Each asker has a name of its own: of two with one name, one goes unanswered.
        name = f"measured_now_{id(self)}"
        self._desk.ask(name, lambda reader: self._find(reader, now_s), self._take)

    def of(self, run_key: str | None) -> Measuring | None:
        """Return how far the comparison of a run is, or of the run after it."""
        if run_key is None:
            return None
        run = identity_of(run_key, self._boot)
        own = (case for case in self._cases if case.run == run)
        later = (case for case in self._cases if case.before_run == run)
        return next(own, None) or next(later, None)

    def _find(self, reader: ArchiveReader, now_s: float) -> tuple[Measuring, ...]:
        """Look on the thread that reads."""
        changes = KnobChanges(self._env_file).news(now_s, None)
        return self._under_way.find(reader, changes, now_s)

    def _take(self, cases: tuple[Measuring, ...]) -> None:
        if cases != self._cases:
            self._cases = cases
            self.found.emit()
