"""What a change of the env file would do, line by line. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from traintray.core.sentence import Sentence


class DiffKind(Enum):
    """What happens to one line."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    """A line of our own block that goes, or gives way to the added one after it."""
    STRUCK = "struck"
    """The user's own line, outside our block, that sets the same name."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of the preview."""

    kind: DiffKind
    text: str
    """Without its line end; bytes that are no text show as a replacement sign.
    Not trusted text."""


@dataclass(frozen=True, slots=True)
class Change:
    """One variable; None stands for 'not set'."""

    name: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A line of the user that sets a wanted name: outside our block, or inside it
    together with something else.
    """

    name: str
    line_number: int
    """Counts from 1, in the file as it stands."""
    text: str
    """The line, without its line end. Not trusted text."""
    obstacle: str | None = None
    """Why the line cannot be taken out for the user; None when it can."""
    is_unset: bool = False
    """The name is to be unset, so that nothing comes in the place of the line."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A change that was worked out and not yet made. Making a plan writes nothing."""

    path: Path
    before: bytes | None
    """The file as it was read; None when it does not exist."""
    after: bytes
    """The file as it would be, the struck lines taken out."""
    diff: Sequence[DiffLine]
    """The whole file, kept lines included."""
    changes: tuple[Change, ...]
    """The variables whose value in the file changes."""
    conflicts: tuple[Conflict, ...] = ()
    """Lines of the user that set a wanted name. Also listed when they may be
    replaced, so that a preview can say so."""
    replace_outside: bool = False
    """The user agreed that the struck lines are taken out."""

    @property
    def added_count(self) -> int:
        """How many lines are added, comments included."""
        return self._count(DiffKind.ADDED)

    @property
    def removed_count(self) -> int:
        """How many lines go, the user's own struck lines included."""
        return self._count(DiffKind.REMOVED) + self._count(DiffKind.STRUCK)

    def _count(self, kind: DiffKind) -> int:
        from traintray.core.knobs.shown import kinds_of  # which knows this module

        return kinds_of(self.diff).count(kind)

    @property
    def is_empty(self) -> bool:
        """Whether the file already is as wanted: there is nothing to apply."""
        return self.after == (self.before or b"") and not self.conflicts

    @property
    def is_blocked(self) -> bool:
        """Whether `apply` would refuse: a line of the user is in the way."""
        return self.refusal() is not None

    def refusal(self) -> str | None:
        """Return why `apply` would refuse, with the line and what to do."""
        for conflict in self.conflicts:
            if conflict.obstacle is not None:
                template = Sentence(
                    "EnvFile",
                    "{path}, line {line}: {name} is set by hand, and {why}. Take it"
                    " out of that line yourself, then try again.",
                )
                return self._about(conflict, template)
            if not self.replace_outside and conflict.is_unset:
                template = Sentence(
                    "EnvFile",
                    "{path}, line {line}: {name} is set by hand. Delete that line, or"
                    " agree to have it taken out.",
                )
                return self._about(conflict, template)
            if not self.replace_outside:
                template = Sentence(
                    "EnvFile",
                    "{path}, line {line}: {name} is set by hand. Set twice, it would"
                    " be left to each program to choose. Delete that line, or agree to"
                    " have it replaced.",
                )
                return self._about(conflict, template)
        return None

    def _about(self, conflict: Conflict, template: Sentence) -> Sentence:
        return template.filled(
            path=self.path,
            line=conflict.line_number,
            name=conflict.name,
            why=conflict.obstacle,
        )


@dataclass(frozen=True, slots=True)
class Undone:
    """What taking back the newest change did, or would do."""

    path: Path
    changes: tuple[Change, ...]
    """The variables that were set back."""
    diff: Sequence[DiffLine]
    file_deleted: bool
    """The change had created the file, so undoing it deletes the file."""
    left: tuple[str, ...] = ()
    """What was not taken back because the file was edited since, in sentences."""
