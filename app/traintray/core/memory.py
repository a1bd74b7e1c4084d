"""What the app does to remember: writes each round, and fills the graphs at a start."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from traintray.core.archive.buckets import BucketMaker, Buckets
from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.limits import Limits
from traintray.core.archive.names import boot_id
from traintray.core.archive.preload import preload
from traintray.core.archive.records import RunRecord
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.core.archive.writer import ArchiveWriter
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.knobs.changes import Journaled, KnobChanges
from traintray.core.proof.outcome import Proof
from traintray.core.proof.prover import Known, Prover
from traintray.core.runs.ends import Ends
from traintray.core.runs.keeper import Keeper
from traintray.core.runs.ledger import Ledger
from traintray.core.runs.left_end import left_in
from traintray.core.runs.overheard import Overheard
from traintray.core.sensors.process_life import lives
from traintray.core.sentence import Sentence

log = logging.getLogger(__name__)

_RUNS_S = 90 * 86_400.0
"""How far back open runs are looked for: the app may have been off for weeks."""
_MOST_OF_A_NAME = 200
"""Runs that one is compared with: those before a change, and since; a sweep that has
more of a name between two changes has told the effect long ago."""


class Memory:
    """Owns the writer of the history file; nothing here waits for the disk, except
    `close`.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits,
        terminals: Path | None = None,
        journal: Journaled | None = None,
    ) -> None:
        """`terminals` is where `traintray run` leaves how its commands ended; `journal`
        holds the changes of the env file, whose effect is to be proven.
        """
        self._path = path
        self._boot = boot_id()
        self._store: Store | None = None
        self._writer = ArchiveWriter(path, limits, when_open=self._fill)
        self._overheard = Overheard(self._writer)
        ledger = Ledger(self._boot, ends=Ends(left=left_in(terminals)))
        self._journal = journal
        self._prover = Prover(self._known)
        self._keeper = Keeper(self._overheard, self._boot, ledger, self._prover)

    @property
    def writer(self) -> ArchiveWriter:
        """What saves records, such as notifications and changes of knobs."""
        return self._writer

    @property
    def problem(self) -> Sentence | None:
        """What a person should be told once: see `ArchiveWriter.problem`."""
        return self._writer.problem

    def new_proofs(self) -> tuple[Proof, ...]:
        """Return what has come of changes, each once: to be told. From any thread."""
        return self._prover.take()

    def open_reader(self, buckets: type[BucketMaker] = Buckets) -> SqliteArchive:
        """Open the file for reading; the caller closes it. Raises ArchiveError."""
        return SqliteArchive(self._path, buckets)

    def hear_ends(self, tell: Callable[[RunRecord], None]) -> None:
        """Let somebody hear of each run that ends, on the sampling thread."""
        self._overheard.tell_end = tell

    def note(self, frame: Frame, values: Mapping[str, float | None]) -> None:
        """Remember a round. Called on the sampling thread."""
        self._keeper.note(frame, values)

    def keep_to(self, limits: Limits) -> None:
        """Keep so much of the past from now on."""
        self._writer.keep_to(limits)

    def begin(self, store: Store) -> None:
        """Open the file, and put what it knows of the last minutes into `store`: on
        a thread of its own.
        """
        self._store = store
        self._writer.start()

    def close(self) -> None:
        """Write what is not written yet. The sampling has ended."""
        self._keeper.close()
        if not self._writer.close():
            log.warning("the history was not written in time")

    def _known(self, names: Collection[str]) -> Known:
        """Read what runs of these names are compared with. On a thread of its own."""
        if self._journal is None:
            return Known((), ())
        changes = KnobChanges(self._journal).news(time.time(), None)
        if not changes:
            return Known((), ())
        with contextlib.closing(self.open_reader()) as archive:
            found = [archive.runs_named(name, _MOST_OF_A_NAME) for name in names]
            return Known([run for runs in found for run in runs], changes)

    def _fill(self) -> None:
        if self._store is None:
            return
        try:
            with contextlib.closing(SqliteArchive(self._path)) as archive:
                now_s = (time.monotonic(), time.time())
                self._keeper.go_on_with(archive.runs(now_s[1] - _RUNS_S, now_s[1]))
                preload(self._store, archive, now_s, self._boot, lives)
        except ArchiveError as error:
            log.warning("no earlier samples in the graphs: %s", error)
