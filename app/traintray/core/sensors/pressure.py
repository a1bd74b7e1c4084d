"""Read how long tasks stalled, from the kernel's pressure files (PSI)."""

from __future__ import annotations

import re
from pathlib import Path

from traintray.core.readings import PressureReading
from traintray.core.sensors.counter_rates import CounterRates
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.procfile import ProcFile

RESOURCES = ("cpu", "memory", "io")

_SOME = re.compile(rb"^some avg10=([0-9.]+) .*total=([0-9]+)", re.MULTILINE)
_US_PER_S = 1_000_000


class PressureSensor:
    """Stall time for the CPU, memory or I/O, from `/proc/pressure/<resource>`.

    `root` is the file system to read; a test hands in a folder. The files and their
    units are described in the kernel's accounting/psi documentation.
    """

    def __init__(self, resource: str, root: Path = Path("/")) -> None:
        self.key = f"pressure.{resource}"
        self._file = ProcFile(root / "proc/pressure" / resource)
        self._rates = CounterRates("stalled_fraction")

    def read(self, at_s: float) -> PressureReading:
        """Read now.

        FileNotFoundError where the kernel was built without PSI, OSError with
        EOPNOTSUPP where it was started with `psi=0`.
        """
        found = _SOME.search(self._file.read())
        if found is None:
            raise self._file.unreadable()
        avg10, total_us = found.groups()
        per_s, gaps = self._rates.update(
            at_s, stalled_fraction=int(total_us) / _US_PER_S
        )
        stalled = per_s["stalled_fraction"]
        return PressureReading(
            # Our clock and the kernel's are not read at quite the same instant.
            stalled_fraction=None if stalled is None else min(1.0, stalled),
            stalled_10s_fraction=float(avg10) / 100,
            gaps=gaps,
        )

    def series(self, reading: PressureReading) -> Series:
        """Name the share of the last interval, and the kernel's mean over 10 s."""
        return {
            f"{self.key}.stalled_fraction": reading.stalled_fraction,
            f"{self.key}.stalled_10s_fraction": reading.stalled_10s_fraction,
        }

    def reset(self) -> None:
        """Forget the last count."""
        self._rates.reset()


SENSOR = SensorPlugin(
    lambda kernel: tuple(
        PressureSensor(resource, kernel.root) for resource in RESOURCES
    )
)
