"""What was done with the knobs and what came of it, asked of file, archive and the
journal of live knobs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.advice.texts import Texts
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import KnobRecord
from traintray.core.knob_table.journal import deeds
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.errors import EnvFileError
from traintray.core.proof.outcome import Proof, proof_of
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.journal_panel import JournalLine
from traintray.ui.window.knobs.journal_words import journal_line
from traintray.ui.window.knobs.live_journal import live_journal_line
from traintray.ui.window.knobs.live_now import LiveDeeds
from traintray.ui.window.proof.measured_now import MeasuredNow

_DAYS_S = 90 * 86_400.0
_MOST = 8
"""What fits beside the loading panel; the History page has the rest."""

Found = tuple[Sequence[KnobRecord], Sequence[Proof]]


class KnobHistory(QObject):
    """The env file knows its last ten changes at once; the archive answers later, with
    what was undone and what was measured.
    """

    found = Signal()
    """The archive has answered."""

    def __init__(self, copy: EnvCopy, desk: ArchiveDesk | None, page: QObject) -> None:
        super().__init__(page)
        self._copy = copy
        self._desk = desk
        self._records: Sequence[KnobRecord] = ()
        self._proofs: Sequence[Proof] = ()
        self._now = None if desk is None else MeasuredNow(desk, copy.file, self)
        if self._now is not None:
            # What is measured no more may have its result.
            self._now.found.connect(self.reload)
            self._now.found.connect(self.found)

    def follow(self, now_s: float) -> None:
        """Look whether something is measured now: with each frame that is seen."""
        if self._now is not None:
            self._now.ask(now_s)

    @Slot()
    def reload(self) -> None:
        """Ask the archive again."""
        if self._desk is not None:
            now_s = time.time()
            self._desk.ask("knob_journal", lambda r: _asked(r, now_s), self._take)

    def lines(
        self, now_s: float, live: LiveDeeds, texts: Texts
    ) -> tuple[JournalLine, ...]:
        """Return the journal, newest first."""
        file = self._copy.file
        fresh = KnobChanges(file).news(now_s, None)
        found = deeds([*reversed(self._records), *fresh], self._undoable(), _MOST)
        cases = () if self._now is None else self._now.cases
        lines = [
            (deed.at_s, journal_line(deed, self._proofs, cases, now_s))
            for deed in found
        ]
        lines += [
            (entry.at_s, live_journal_line(entry, live.lasting, texts, now_s))
            for entry in live.entries
        ]
        lines.sort(key=lambda one: one[0], reverse=True)
        return tuple(line for _, line in lines[:_MOST])

    def _undoable(self) -> frozenset[str]:
        """Return the variables that taking back the newest change would set back."""
        file = self._copy.file
        if not file.can_undo():
            return frozenset()
        try:
            return frozenset(one.name for one in file.preview_undo().changes)
        except EnvFileError:
            return frozenset()

    def _take(self, answer: Found) -> None:
        if answer != (self._records, self._proofs):
            self._records, self._proofs = answer
            self.found.emit()


def _asked(reader: ArchiveReader, now_s: float) -> Found:
    since_s = now_s - _DAYS_S
    records = reader.knob_changes(since_s, now_s + 1.0)
    proofs = (proof_of(run) for run in reader.runs(since_s, now_s + 1.0))
    return tuple(records), tuple(proof for proof in proofs if proof is not None)
