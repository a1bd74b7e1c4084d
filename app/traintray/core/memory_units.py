"""In which units memory is told: GiB of 1024³ bytes, or GB of 1000³.

Like the locale it is one for the whole program: every screen and sentence tells
memory in the same units.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MemoryUnits:
    """Three units and their names."""

    base: int
    names: tuple[str, str, str]
    """Of the base, of its square and of its cube."""

    @property
    def kilo(self) -> int:
        """Bytes of the smallest unit."""
        return self.base

    @property
    def mega(self) -> int:
        """Bytes of the middle one."""
        return self.base**2

    @property
    def giga(self) -> int:
        """Bytes of the largest one."""
        return self.base**3


BINARY = MemoryUnits(1024, ("KiB", "MiB", "GiB"))
DECIMAL = MemoryUnits(1000, ("kB", "MB", "GB"))
_BY_SETTING = {"binary": BINARY, "decimal": DECIMAL}
_told = [BINARY]
"""The one that is told in now."""


def units() -> MemoryUnits:
    """Return what memory is told in."""
    return _told[0]


def tell_in(setting: str) -> None:
    """Tell memory in `binary` or `decimal` units from now on."""
    _told[0] = _BY_SETTING[setting]
