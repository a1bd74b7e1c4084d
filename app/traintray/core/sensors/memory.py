"""Read RAM and swap."""

from __future__ import annotations

import os
from pathlib import Path

from traintray.core.readings import Gap, GapReason, MemoryReading
from traintray.core.sensors.counter_rates import CounterRates
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.procfile import ProcFile, number_after
from traintray.core.sensors.refusal import gap_of

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_KB = 1024
"""What meminfo calls kB (see proc(5))."""


class MemorySensor:
    """RAM and swap; `free -b` and `vmstat 1` print the same.

    `root` is the file system to read; a test hands in a folder.
    """

    key = "memory"

    def __init__(self, root: Path = Path("/"), page_bytes: int = PAGE_BYTES) -> None:
        self._meminfo = ProcFile(root / "proc/meminfo")
        self._vmstat = ProcFile(root / "proc/vmstat")
        self._page_bytes = page_bytes
        self._rates = CounterRates("swap_in_bytes_per_s", "swap_out_bytes_per_s")

    def read(self, at_s: float) -> MemoryReading:
        """Read now; OSError when `/proc/meminfo` cannot be read.

        Without a readable `/proc/vmstat` (some containers) only the swap rates are
        missing.
        """
        content = self._meminfo.read()
        try:
            swap_total = number_after(content, b"SwapTotal:") * _KB
            swap_free = number_after(content, b"SwapFree:") * _KB
            total = number_after(content, b"MemTotal:") * _KB
            available = number_after(content, b"MemAvailable:") * _KB
        except ValueError as error:
            raise self._meminfo.unreadable() from error
        per_s, gaps = self._read_swapping(at_s)
        return MemoryReading(
            total_bytes=total,
            available_bytes=available,
            swap_total_bytes=swap_total,
            swap_used_bytes=swap_total - swap_free,
            swap_in_bytes_per_s=per_s.get("swap_in_bytes_per_s"),
            swap_out_bytes_per_s=per_s.get("swap_out_bytes_per_s"),
            gaps=gaps,
        )

    def _read_swapping(
        self, at_s: float
    ) -> tuple[dict[str, float | None], dict[str, Gap]]:
        """Return the swap rates, in bytes per second, and why one is missing."""
        try:
            content = self._vmstat.read()
            return self._rates.update(
                at_s,
                swap_in_bytes_per_s=number_after(content, b"\npswpin ")
                * self._page_bytes,
                swap_out_bytes_per_s=number_after(content, b"\npswpout ")
                * self._page_bytes,
            )
        except OSError as error:
            gap = gap_of(error)
        except ValueError:
            gap = Gap(GapReason.NOT_PRESENT, "this kernel does not count swapping")
        return {}, {"swap_in_bytes_per_s": gap, "swap_out_bytes_per_s": gap}

    def series(self, reading: MemoryReading) -> Series:
        """Name what is used, and how fast pages move to and from swap."""
        return {
            "memory.used_bytes": float(reading.total_bytes - reading.available_bytes),
            "memory.available_bytes": float(reading.available_bytes),
            "memory.total_bytes": float(reading.total_bytes),
            "memory.swap_used_bytes": float(reading.swap_used_bytes),
            "memory.swap_in_bytes_per_s": reading.swap_in_bytes_per_s,
            "memory.swap_out_bytes_per_s": reading.swap_out_bytes_per_s,
        }

    def reset(self) -> None:
        """Forget the last counts."""
        self._rates.reset()


SENSOR = SensorPlugin(lambda kernel: (MemorySensor(kernel.root),))
