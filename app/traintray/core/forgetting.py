"""What stands for the memory where Python was built without SQLite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.limits import Limits
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import KnobRecord, NoticeRecord, RunRecord
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.proof.outcome import Proof
from traintray.core.sentence import Sentence

if TYPE_CHECKING:
    from traintray.core.archive.buckets import BucketMaker
    from traintray.core.proof.outcome import Proof

_WHY = Sentence(
    "Archive",
    "This Python has no sqlite3 module, so nothing is remembered. Install a Python that"
    " has it to keep a history.",
)


class Forgetting:
    """Takes what `core.memory.Memory` takes, and keeps none of it."""

    @property
    def writer(self) -> Forgetting:
        """What records are given to."""
        return self

    @property
    def problem(self) -> Sentence:
        """What a person should be told once."""
        return _WHY

    def open_reader(self, buckets: type[BucketMaker] | None = None) -> ArchiveReader:
        """Raise ArchiveError: there is nothing to read."""
        raise ArchiveError(_WHY)

    def hear_ends(self, tell: Callable[[RunRecord], None]) -> None:
        """Tell nobody: without an archive no run is followed to its end."""

    def new_proofs(self) -> tuple[Proof, ...]:
        """Return nothing: without an archive no two runs are compared."""
        return ()

    def note(self, frame: Frame, values: Mapping[str, float | None]) -> None:
        """Forget a round."""

    def save_notice(self, notice: NoticeRecord) -> None:
        """Forget a notification."""

    def save_knob_change(self, change: KnobRecord) -> None:
        """Forget a change of a knob."""

    def keep_to(self, limits: Limits) -> None:
        """Do nothing: there is no past."""

    def begin(self, store: Store) -> None:
        """Do nothing: there are no earlier samples."""

    def close(self) -> None:
        """Do nothing: nothing waits."""
