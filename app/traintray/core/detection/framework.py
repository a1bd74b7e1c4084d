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


def recognise(
    mapped_files: Collection[str], frameworks: Sequence[Framework]
) -> Framework | None:
    """Return the framework that the mapped files show, or None."""
    paths = "\n".join(mapped_files)
    for framework in sorted(frameworks, key=lambda f: f.rank):
        if any(part in paths for part in framework.mapped_fragments):
            return framework
    return None
