"""How a source joins in: one file in `sources/` that names its `SOURCE`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from traintray.core.progress.mark import Look
from traintray.core.progress.open_files import OpenFile


class Reader(Protocol):
    """Follows one file."""

    def look(self) -> Look:
        """Return what is new; OSError when the file is gone or may not be read."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """One kind of file from which the speed of a run can be read."""

    name: str
    """What `Progress.source` says."""
    rank: int
    """Of sources that all tell a speed, the one with the lowest rank is believed."""
    is_mine: Callable[[OpenFile], bool]
    """Whether a file looks like one of this kind, by its name alone."""
    reader: Callable[[str], Reader]
    """Follows the file at a path."""
