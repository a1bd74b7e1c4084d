"""How one training framework is recognised from outside."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework. Each is one file in `frameworks/`."""

    name: str
    """Stable identifier, such as `pytorch`."""
    label: str
    """As its authors write it: `PyTorch`."""
    mapped_fragments: tuple[str, ...]
    """Parts of the path of a library that is mapped once it is imported."""
    pools_compute: bool
    """Whether joblib's pools fit the model itself, as they do in classical learning;
    beside a deep learning framework they prepare its data."""
    rank: int
    """When several are mapped, the lowest wins: deep learning libraries before
    those that they or their users import along the way."""

    def is_mapped(self, mapped_files: Collection[str]) -> bool:
        """Tell whether one of its libraries is among the mapped files."""
        return any(
            part in path for path in mapped_files for part in self.mapped_fragments
        )


def recognise(
    mapped_files: Collection[str], frameworks: Sequence[Framework]
) -> Framework | None:
    """Return the framework that the mapped files show, or None."""
    for framework in sorted(frameworks, key=lambda f: f.rank):
        if framework.is_mapped(mapped_files):
            return framework
    return None
