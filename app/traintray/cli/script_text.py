"""Arguments of the user's script as a person reads them, and as programs do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from traintray.cli.streams import plain
from traintray.core.knob_table.script_lines import ScriptLine

_HEAD = ("In your script", "Now", "Recommended", "Why")
_NOTHING = "-"
_NOT_SEEN = "not seen"


def script_listing(lines: Sequence[ScriptLine]) -> Iterator[str]:
    """Yield what only the script can change, and the lines to copy; none without."""
    if not lines:
        return
    table = [_HEAD, *(_cells(line) for line in lines)]
    widths = [max(len(row[at]) for row in table) for at in range(len(_HEAD) - 1)]
    for *cells, why in table:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, why])
    copied = [line for one in lines for line in one.line.splitlines()]
    if copied:
        yield "To copy; nothing is written into a script:"
        yield from (f"  {line}" for line in copied)


def _cells(line: ScriptLine) -> tuple[str, ...]:
    now, value = line.now or _NOT_SEEN, line.value or _NOTHING
    return (line.name, now, value, plain(line.why))


def script_objects(lines: Sequence[ScriptLine]) -> list[dict[str, Any]]:
    """Return the same for programs; `line` is empty where the value fits."""
    return [asdict(line) for line in lines]
