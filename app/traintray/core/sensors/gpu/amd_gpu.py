"""One AMD GPU, from the files of its driver."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors.gpu.fdinfo import GpuUse
from traintray.core.sensors.gpu.letting_go import LettingGo, Power, is_idle
from traintray.core.sensors.gpu.pci import PciGpu
from traintray.core.sensors.gpu.pci_names import device_name
from traintray.core.sensors.gpu.sysfs import Read, answers, chip, first, number

SETTLES_S = 15.0
"""After a wake the chip reports a load that is not there for 9 to 15 s
(ROCm/rocm-systems#8024)."""
BUSY = "gpu_busy_percent"
_ASLEEP = Gap(GapReason.ASLEEP, "it is left alone so that it can sleep")
_WAKING = Gap(GapReason.FIRST, "it has just woken")
_MICRO = 1e-6
_MILLI = 1e-3


class AmdGpu:
    """Reads a GPU, and decides when it is let sleep: hwmon files wake it."""

    def __init__(self, pci: PciGpu, root: Path) -> None:
        self.pci = pci
        self.is_busy = True
        """Whether it computed at the last reading, as far as is known."""
        self._name = device_name(pci.folder, root, "AMD GPU")
        self._uuid = _uuid(pci)
        self._can_train = (root / "dev/kfd").exists()
        self._reads = _reads(pci.folder)
        self._decision = LettingGo()
        self._is_idle = False

    def may_ask(self, at_s: float, *, is_on_battery: bool) -> bool:
        """Return whether it may be asked now; call once for each reading."""
        power = Power(self.pci.may_sleep, self.pci.is_suspended, self._is_idle)
        self._is_idle = False
        return self._decision.may_ask(at_s, power, is_on_battery=is_on_battery)

    def read(self, at_s: float, use: GpuUse) -> GpuReading:
        """Read now; what has no file costs only that field."""
        found, gaps = answers(self._reads)
        is_waking = at_s - self._decision.woke_at_s < SETTLES_S
        if is_waking:
            found.pop("busy_fraction", None)
            gaps["busy_fraction"] = _WAKING
        self.is_busy = found.get("busy_fraction", 1.0) > 0
        reading = self._reading(found, gaps, use)
        self._is_idle = not is_waking and is_idle(reading)
        return reading

    def asleep(self) -> GpuReading:
        """Return its row while it is left alone."""
        fields = (*self._reads, "compute_processes", "graphics_processes")
        return self._reading({}, dict.fromkeys(fields, _ASLEEP), None)

    def _reading(
        self, found: dict[str, float], gaps: dict[str, Gap], use: GpuUse | None
    ) -> GpuReading:
        """Put a reading together; `use` None: it is left alone."""
        return GpuReading(
            uuid=self._uuid,
            name=self._name,
            bus_id=self.pci.bus_id,
            vendor="amd",
            is_asleep=use is None,
            can_train=self._can_train,
            busy_fraction=found.get("busy_fraction"),
            memory_used_bytes=_whole(found.get("memory_used_bytes")),
            memory_total_bytes=_whole(found.get("memory_total_bytes")),
            host_memory_used_bytes=_whole(found.get("host_memory_used_bytes")),
            host_memory_total_bytes=_whole(found.get("host_memory_total_bytes")),
            temperature_celsius=found.get("temperature_celsius"),
            temperature_limit_celsius=found.get("temperature_limit_celsius"),
            power_watts=found.get("power_watts"),
            power_limit_watts=found.get("power_limit_watts"),
            core_clock_hertz=found.get("core_clock_hertz"),
            memory_clock_hertz=found.get("memory_clock_hertz"),
            compute_processes=None if use is None else use.compute,
            graphics_processes=None if use is None else use.graphics,
            process_busy_fractions=None if use is None else use.busy_fractions,
            gaps=gaps,
        )


def _reads(folder: Path) -> dict[str, Read]:
    """Return what reads each field.  `cat <folder>/gpu_busy_percent`, and so on.

    Newer chips report the mean power as `power1_average`, others what it is now.
    """
    hwmon = chip(folder, "amdgpu")
    power = (hwmon / "power1_average", hwmon / "power1_input")
    return {
        "busy_fraction": partial(number, folder / BUSY, 0.01),
        "memory_used_bytes": partial(number, folder / "mem_info_vram_used"),
        "memory_total_bytes": partial(number, folder / "mem_info_vram_total"),
        "host_memory_used_bytes": partial(number, folder / "mem_info_gtt_used"),
        "host_memory_total_bytes": partial(number, folder / "mem_info_gtt_total"),
        "temperature_celsius": partial(number, hwmon / "temp1_input", _MILLI),
        "temperature_limit_celsius": partial(number, hwmon / "temp1_crit", _MILLI),
        "power_watts": partial(first, *power, scale=_MICRO),
        "power_limit_watts": partial(number, hwmon / "power1_cap", _MICRO),
        "core_clock_hertz": partial(number, hwmon / "freq1_input"),
        "memory_clock_hertz": partial(number, hwmon / "freq2_input"),
    }


def _uuid(pci: PciGpu) -> str:
    """Return the serial number of the chip, where it has one; else its place."""
    try:
        serial = (pci.folder / "unique_id").read_text().strip()
    except OSError:
        serial = ""
    return f"amd-{serial}" if serial else f"pci-{pci.bus_id}"


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
