"""Find the CPU's own temperature among everything that measures heat."""

from __future__ import annotations

import errno
from pathlib import Path

_CHIPS = frozenset({"coretemp", "k10temp", "zenpower"})
"""Drivers that read the CPU's own sensors. Others (acpitz, board chips) measure the
air near it or nothing at all."""

_WHOLE = ("Package id", "Tdie", "Tctl")
"""What a whole package is called, the truest name first: Tctl is moved upwards on
some models to steer fans."""

_ZONE = "x86_pkg_temp"
_MILLI = 1000


class CpuHeat:
    """The hottest package; where it is read is found out once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._inputs: tuple[Path, ...] | None = None

    def celsius(self) -> float:
        """Return the temperature now; FileNotFoundError where nothing measures it."""
        if self._inputs is None:
            self._inputs = self._chips() or self._zones()
        if not self._inputs:
            raise FileNotFoundError(errno.ENOENT, "nothing measures the CPU's heat")
        try:
            return max(float(path.read_text()) for path in self._inputs) / _MILLI
        except FileNotFoundError:
            self._inputs = None  # a driver was taken out; look for another next time
            raise

    def _chips(self) -> tuple[Path, ...]:
        found: list[Path] = []
        for name in sorted(self._root.glob("sys/class/hwmon/hwmon*/name")):
            if _text(name) in _CHIPS:
                found.extend(_of_chip(name.parent))
        return tuple(found)

    def _zones(self) -> tuple[Path, ...]:
        kinds = sorted(self._root.glob("sys/class/thermal/thermal_zone*/type"))
        return tuple(kind.parent / "temp" for kind in kinds if _text(kind) == _ZONE)


def _of_chip(chip: Path) -> list[Path]:
    """Return the input of the whole package, or all inputs where none is called so."""
    labels = {path: _text(path) for path in sorted(chip.glob("temp*_label"))}
    for whole in _WHOLE:
        named = [path for path, text in labels.items() if text.startswith(whole)]
        if named:
            return [path.with_name(path.name[:-5] + "input") for path in named]
    return sorted(chip.glob("temp*_input"))


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
