"""Where a command's file goes: a path, or standard output for `-`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from traintray.cli.progress import progress_share
from traintray.core.export.exporting import write_pieces
from traintray.core.export.order import Watch

STANDARD_OUTPUT = "-"


def deliver(target: str, made: Iterator[bytes]) -> None:
    """Write pieces to where the user wants them. Raises OSError."""
    if target != STANDARD_OUTPUT:
        write_pieces(Path(target), made)
    elif sys.stdout is not None:
        sys.stdout.flush()
        for piece in made:
            sys.stdout.buffer.write(piece)


def shown_progress(doing: str, target: str) -> Watch:
    """Return what shows how far it is, unless the terminal shows the file itself."""
    if target == STANDARD_OUTPUT and sys.stdout is not None and sys.stdout.isatty():
        return Watch()
    return Watch(progress=lambda done: progress_share(doing, done))
