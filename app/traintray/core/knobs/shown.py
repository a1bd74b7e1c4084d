"""Lines of the env file as text that may be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.core.masking import masked_text

_UNSHOWN = "\N{REPLACEMENT CHARACTER}"
_LONGEST_BYTES = 4096
"""Of a line: no screen is that wide, and a line may be as long as the file."""

Edit = tuple[DiffKind, bytes]


def shown(raw: bytes) -> str:
    """Return a line as text that cannot disturb a screen or a terminal, secrets in it
    masked: the user may keep tokens beside our block.
    """
    text = raw[:_LONGEST_BYTES].rstrip(b"\r\n").decode("utf-8", "replace")
    text = masked_text(text.replace("\t", "    "))
    clean = "".join(sign if sign.isprintable() else _UNSHOWN for sign in text)
    return f"{clean} …" if len(raw) > _LONGEST_BYTES else clean


class Diff(Sequence[DiffLine]):
    """Every line of a change. Which of them change is known at once; a line is made
    fit to be shown when it is asked for, since of a large file next to none is.
    """

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = edits

    def __len__(self) -> int:
        return len(self._edits)

    @overload
    def __getitem__(self, at: int) -> DiffLine: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[DiffLine, ...]: ...
    def __getitem__(self, at: int | slice) -> DiffLine | tuple[DiffLine, ...]:
        if isinstance(at, slice):
            return tuple(_line(edit) for edit in self._edits[at])
        return _line(self._edits[at])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Diff):
            return self._edits == other._edits
        return isinstance(other, tuple) and tuple(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self._edits))

    @property
    def kinds(self) -> list[DiffKind]:
        """What happens to each line."""
        return [kind for kind, _ in self._edits]


def kinds_of(lines: Sequence[DiffLine]) -> list[DiffKind]:
    """Return what happens to each line, without its text being looked at."""
    if isinstance(lines, Diff):
        return lines.kinds
    return [line.kind for line in lines]


def _line(edit: Edit) -> DiffLine:
    kind, raw = edit
    return DiffLine(kind, shown(raw))
