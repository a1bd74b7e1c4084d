"""All GPUs of the machine, whoever made them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from traintray.core.discovery import collect
from traintray.core.readings import Gap, GpuReading, GpusReading
from traintray.core.sensors import gpu as vendors
from traintray.core.sensors.gpu.background import BackgroundReader
from traintray.core.sensors.gpu.vendor import Vendor, VendorPlugin
from traintray.core.sensors.plugin import Attention, Kernel, SensorPlugin, Series
from traintray.core.sensors.refusal import gap_of

LOOK_EVERY_S = 60.0
"""How often a vendor whose GPUs are not here is looked for: a driver may be loaded,
or a GPU in a box plugged in."""


class GpusSensor:
    """Merges the vendors; one that cannot be read does not take another along."""

    key = "gpus"

    def __init__(
        self, makers: Sequence[tuple[str, Vendor]], attention: Attention
    ) -> None:
        self._vendors = dict(makers)
        self._attention = attention
        self._readers: dict[str, BackgroundReader] = {}
        self._look_at_s = -math.inf

    def read(self, at_s: float) -> GpusReading:
        """Read every GPU.

        OSError when nothing at all could be read: its text says why. Where one vendor
        answers and another does not, the reading names the one that is missing in
        `gaps`.
        """
        if at_s >= self._look_at_s:
            self._look_at_s = at_s + LOOK_EVERY_S
            self._look()
        gpus: list[GpuReading] = []
        gaps: dict[str, Gap] = {}
        failure: OSError | None = None
        for name, reader in self._readers.items():
            try:
                gpus += reader.read(at_s, closely=self._attention.is_watched)
            except OSError as error:
                failure = error
                gaps[name] = gap_of(error)
        if failure is not None and not gpus:
            raise failure
        return GpusReading(tuple(gpus), gaps)

    def series(self, reading: GpusReading) -> Series:
        """Name the figures of every GPU under its UUID."""
        found: Series = {}
        for gpu in reading.gpus:
            key = f"gpu.{gpu.uuid}"
            found[f"{key}.busy_fraction"] = gpu.busy_fraction
            found[f"{key}.memory_used_bytes"] = gpu.memory_used_bytes
            found[f"{key}.temperature_celsius"] = gpu.temperature_celsius
            found[f"{key}.power_watts"] = gpu.power_watts
            found[f"{key}.core_clock_hertz"] = gpu.core_clock_hertz
        return found

    def reset(self) -> None:
        """Look at once for what was missing: a resume may have brought it back."""
        self._look_at_s = -math.inf
        for reader in self._readers.values():
            reader.reset()

    def _look(self) -> None:
        for name, vendor in self._vendors.items():
            if name not in self._readers and vendor.is_here():
                self._readers[name] = BackgroundReader(vendor)


def _make(kernel: Kernel) -> tuple[GpusSensor, ...]:
    plugins = collect(vendors, "VENDOR", VendorPlugin, everywhere=False)
    made = [(plugin.name, plugin.make(kernel)) for plugin in plugins]
    return (GpusSensor(made, kernel.attention),)


SENSOR = SensorPlugin(_make)
