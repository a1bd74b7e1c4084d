"""The env file of the training runs: plan, apply, undo."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from traintray.core import atomic
from traintray.core.knobs import lock, reversal
from traintray.core.knobs.document import Entry, block_changes, parse, parse_block
from traintray.core.knobs.edit import make_plan
from traintray.core.knobs.errors import (
    ConflictError,
    DamagedFileError,
    EnvFileError,
    StaleChangeError,
    StateError,
)
from traintray.core.knobs.journal import Journal, Record, digest, encoded
from traintray.core.knobs.plan import Plan, Undone
from traintray.core.knobs.target import Target
from traintray.core.knobs.trouble import explained
from traintray.core.sentence import Sentence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Contents:
    """What an env file sets, and the lines that say nothing clear."""

    values: Mapping[str, str]
    unreadable: tuple[Entry, ...]
    own: Mapping[str, str]
    """Those of our block alone: what was set by traintray."""


class EnvFile:
    """NAME=value lines in a block of our own; all other bytes stay as they are.

    `state_dir` keeps the lock, the last ten originals and the undo journal.
    Every method raises EnvFileError with a message a person can act on.
    """

    def __init__(
        self,
        path: Path,
        state_dir: Path,
        disk: atomic.Disk | None = None,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.state_dir = state_dir
        self._journal = Journal(state_dir / "undo")
        self._disk = disk
        self._wall_s = wall_s

    def plan(
        self, wanted: Mapping[str, str | None], replace_outside: bool = False
    ) -> Plan:
        """Say what giving the names these values would change; None unsets one.

        Touches nothing. Raises FormatError for a name or value that cannot be
        written, TooLargeError when the file would be too large to be read back. A
        name that the user set by hand outside our block is listed in `conflicts`;
        only with `replace_outside` may that line be taken out.
        """
        data = Target.look(self.path).text_to_change()
        return self._about_file(
            lambda: make_plan(self.path, data, wanted, replace_outside)
        )

    def apply(self, plan: Plan) -> None:
        """Make the planned change in one step, or raise and write nothing.

        Raises ConflictError when a line of the user is in the way, and
        StaleChangeError when the file was edited since it was planned.
        """
        if plan.path != self.path:
            raise EnvFileError(f"the plan is for {plan.path}, not for {self.path}.")
        refusal = plan.refusal()
        if refusal is not None:
            raise ConflictError(refusal)
        if plan.is_empty:
            return
        with self._changing():
            target = Target.look(self.path)
            target.require_replaceable()
            if target.data != plan.before:
                raise self._stale()
            target.real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            record = self._record(target, plan)
            self._journal.add(record, plan.before)
            try:
                self._replace(target, plan.after)
            except BaseException:
                self._forget_unmade(record, plan)
                raise

    def changes(self) -> tuple[Record, ...]:
        """Return the last changes that were not taken back, oldest first; none when
        the journal cannot be read. Never raises.
        """
        try:
            return self._journal.records()
        except (EnvFileError, OSError):
            return ()

    def can_undo(self) -> bool:
        """Whether there is a change of ours to take back. Never raises."""
        try:
            return self._newest(Target.look(self.path))[0] is not None
        except (EnvFileError, OSError):
            return False

    def preview_undo(self) -> Undone:
        """Say what `undo` would do. Touches nothing."""
        with self._explained("changed"):
            return self._reversal(Target.look(self.path))[0].undone

    def undo(self) -> Undone:
        """Take back the newest change that is still in the file.

        Restores the file byte for byte, or deletes it when the change created it.
        Where it was edited since, only variables that still have our value are set
        back; `Undone.left` says what stays.
        """
        with self._changing():
            target = Target.look(self.path)
            target.require_replaceable()
            undo, used = self._reversal(target)
            if undo.after is not None and undo.after != target.data:
                self._replace(target, undo.after)
            elif undo.after is None and target.data is not None:
                self._delete(target)
            # A record that stays in the journal does no harm: it shows no more.
            with contextlib.suppress(StateError):
                self._journal.remove(*used)
            return undo.undone

    def values(self) -> dict[str, str]:
        """Return what the file sets; empty when it does not exist."""
        return dict(self.contents().values)

    def contents(self, trusted_only: bool = False) -> Contents:
        """Return what the file sets, and the lines that no two programs read alike.

        With `trusted_only` a file that another user could have written is refused:
        its values are about to become part of a program's environment.
        """
        target = Target.look(self.path)
        if trusted_only and target.found is not None:
            target.require_trusted()
        document = self._about_file(lambda: parse(target.data or b""))
        unreadable = tuple(e for e in document.entries if e.value is None)
        own = document.values(in_block_only=True)
        return Contents(document.values(), unreadable, own)

    def _record(self, target: Target, plan: Plan) -> Record:
        old, new = parse_block(plan.before or b""), parse_block(plan.after)
        return Record(
            number=self._journal.next_number(),
            path=str(target.real),
            at=time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self._wall_s())),
            sha256_before=digest(plan.before),
            sha256_after=digest(plan.after) or "",
            keys=block_changes(old, new),
            struck=encoded(tuple(old.lines[c.line_number - 1] for c in plan.conflicts)),
        )

    def _forget_unmade(self, record: Record, plan: Plan) -> None:
        """Drop the record of a change that did not come about."""
        with contextlib.suppress(OSError, EnvFileError):
            if Target.look(self.path).data == plan.before:
                self._journal.remove(record.number)

    def _newest(self, target: Target) -> tuple[Record | None, list[int]]:
        """Return the newest change that shows in the file, and all that do not.

        A change does not show when a power cut came before it, or a hand took it
        back.
        """
        present = digest(target.data)
        skipped: list[int] = []
        for record in reversed(self._journal.records()):
            if record.path != str(target.real):
                continue
            if present != record.sha256_before:
                return record, skipped
            skipped.append(record.number)
        return None, skipped

    def _reversal(self, target: Target) -> tuple[reversal.Reversal, list[int]]:
        record, skipped = self._newest(target)
        if record is None:
            nothing = Sentence(
                "EnvFile", "{path} holds no change of traintray to undo."
            )
            raise EnvFileError(nothing.filled(path=self.path))
        original = self._journal.original(record)
        undo = self._about_file(
            lambda: reversal.reverse(self.path, target.data, record, original)
        )
        return undo, [record.number, *skipped]

    def _replace(self, target: Target, data: bytes) -> None:
        def still_as_read() -> None:
            if not target.is_unchanged():
                raise self._stale()

        atomic.write(target.real, data, self._disk, before_replace=still_as_read)

    def _delete(self, target: Target) -> None:
        if not target.is_unchanged():
            raise self._stale()
        target.real.unlink()
        atomic.sync_folder(target.real.parent)

    def _stale(self) -> StaleChangeError:
        stale = Sentence(
            "EnvFile",
            "{path} was edited meanwhile; nothing was written. Look at the change"
            " again and repeat it.",
        )
        return StaleChangeError(stale.filled(path=self.path))

    def _about_file(self, work: Callable[[], T]) -> T:
        """Do `work` on the text; what it complains of gets the name of the file."""
        try:
            return work()
        except DamagedFileError as error:
            damaged = Sentence("EnvFile", "{path} was not used: {why}")
            named = damaged.filled(path=self.path, why=error.args[0])
            raise DamagedFileError(named) from error

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        with self._explained("changed"), lock.held(self.state_dir):
            yield

    @contextlib.contextmanager
    def _explained(self, doing: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise explained(self.path, error, doing) from error
