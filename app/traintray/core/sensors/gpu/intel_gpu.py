"""One Intel GPU, from the files of its driver: i915, or xe on newer chips."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors.gpu.fdinfo import GpuUse
from traintray.core.sensors.gpu.letting_go import LettingGo, Power, is_idle
from traintray.core.sensors.gpu.pci import PciGpu
from traintray.core.sensors.gpu.pci_names import device_name
from traintray.core.sensors.gpu.sysfs import Read, answers, chip, first

_MEGA = 1e6
_MILLI = 1e-3
_MICRO = 1e-6
_NOTHING: tuple[float, float | None, float | None] = (-math.inf, None, None)
_ASLEEP = Gap(GapReason.ASLEEP, "it is left alone so that it can sleep")
_FIRST = Gap(GapReason.FIRST, "counts need a second reading")
_HIDDEN = Gap(GapReason.NOT_SUPPORTED, "the driver tells only what each process holds")
_NO_COUNTER = Gap(GapReason.NOT_SUPPORTED, "the driver has no such counter")


class IntelGpu:
    """Reads a GPU, and decides when it is let sleep.

    Reading a counter takes hold of the device for a moment, so that one that is read
    once a second never sleeps. One that is part of the CPU is read all the same: it
    draws the desktop, and sleeps with the screen.
    """

    def __init__(self, pci: PciGpu, root: Path) -> None:
        self.pci = pci
        self.is_busy = True
        """Whether it worked at the last reading, as far as is known."""
        card = _card(pci.folder)
        self._name = device_name(pci.folder, root, "Intel GPU")
        self._reads = _reads(pci.folder, card)
        self._idle_ms = partial(first, *_idle_files(pci.folder, card))
        self._energy = partial(first, _chip(pci.folder) / "energy1_input", scale=_MICRO)
        self._before = _NOTHING
        self._is_a_card = any(path.exists() for path in _memory_files(pci.folder, card))
        self._decision = LettingGo()
        self._is_idle = False

    def may_ask(self, at_s: float, *, is_on_battery: bool) -> bool:
        """Return whether it may be asked now; call once for each reading."""
        if not self._is_a_card:
            return not self.pci.is_suspended
        power = Power(self.pci.may_sleep, self.pci.is_suspended, self._is_idle)
        self._is_idle = False
        return self._decision.may_ask(at_s, power, is_on_battery=is_on_battery)

    def asleep(self) -> GpuReading:
        """Return its row while it is left alone."""
        self._before = _NOTHING
        measured = ("busy_fraction", "power_watts", "memory_used_bytes")
        fields = (*self._reads, *measured, "compute_processes", "graphics_processes")
        return self._reading({}, dict.fromkeys(fields, _ASLEEP), None)

    def read(self, at_s: float, use: GpuUse) -> GpuReading:
        """Read now; what has no file costs only that field."""
        found, gaps = answers(self._reads)
        self._add_rates(at_s, found, gaps)
        self.is_busy = found.get("busy_fraction", 1.0) > 0
        reading = self._reading(found, gaps, use)
        self._is_idle = is_idle(reading)
        return reading

    def _add_rates(
        self, at_s: float, found: dict[str, float], gaps: dict[str, Gap]
    ) -> None:
        """Add what is counted: time without work, and energy."""
        idle_ms, joules = _or_none(self._idle_ms), _or_none(self._energy)
        before_s, idle_before_ms, joules_before = self._before
        elapsed_s = at_s - before_s
        self._before = (at_s, idle_ms, joules)
        for field, now, before in (
            ("busy_fraction", idle_ms, idle_before_ms),
            ("power_watts", joules, joules_before),
        ):
            if now is None:
                gaps[field] = _NO_COUNTER
            elif before is None or not 0 < elapsed_s < math.inf or now < before:
                gaps[field] = _FIRST
            else:
                rate = (now - before) / elapsed_s
                is_idle_time = field == "busy_fraction"
                found[field] = max(0.0, 1 - rate * _MILLI) if is_idle_time else rate

    def _reading(
        self, found: dict[str, float], gaps: dict[str, Gap], use: GpuUse | None
    ) -> GpuReading:
        total = found.get("memory_total_bytes")
        gaps = {"memory_used_bytes": _HIDDEN, **gaps}
        return GpuReading(
            uuid=f"pci-{self.pci.bus_id}",
            name=self._name,
            bus_id=self.pci.bus_id,
            vendor="intel",
            is_asleep=use is None,
            # One that is part of the CPU draws the desktop; no build of a framework
            # that people have trains on it.
            can_train=self._is_a_card,
            memory_is_shared=not self._is_a_card,
            busy_fraction=found.get("busy_fraction"),
            memory_used_bytes=None,
            memory_total_bytes=None if total is None else int(total),
            temperature_celsius=found.get("temperature_celsius"),
            power_watts=found.get("power_watts"),
            power_limit_watts=found.get("power_limit_watts"),
            core_clock_hertz=found.get("core_clock_hertz"),
            core_clock_limit_hertz=found.get("core_clock_limit_hertz"),
            compute_processes=None if use is None else use.compute,
            graphics_processes=None if use is None else use.graphics,
            process_busy_fractions=None if use is None else use.busy_fractions,
            gaps=gaps,
        )


def _card(folder: Path) -> Path:
    """Return the folder of the device as a card; one that does not exist without."""
    cards = sorted(folder.glob("drm/card[0-9]*"))
    return cards[0] if cards else folder / "drm/none"


def _chip(folder: Path) -> Path:
    for name in ("xe", "i915"):
        found = chip(folder, name)
        if found.exists():
            return found
    return folder / "hwmon/none"


def _idle_files(folder: Path, card: Path) -> tuple[Path, ...]:
    """Return where the time without work is counted, in milliseconds: xe, i915, and
    i915 of older kernels. The graphics part of the chip comes first.
    """
    return (
        folder / "tile0/gt0/gtidle/idle_residency_ms",
        card / "gt/gt0/rc6_residency_ms",
        card / "power/rc6_residency_ms",
    )


def _memory_files(folder: Path, card: Path) -> tuple[Path, ...]:
    """Return where a card of its own says how much memory it has: xe, i915."""
    return (folder / "tile0/physical_vram_size_bytes", card / "lmem_total_bytes")


def _reads(folder: Path, card: Path) -> dict[str, Read]:
    """Return what reads each field that is no rate."""
    gt, hwmon = folder / "tile0/gt0", _chip(folder)
    now = (gt / "freq0/act_freq", card / "gt_act_freq_mhz")
    most = (gt / "freq0/max_freq", card / "gt_max_freq_mhz")
    limit = (hwmon / "power1_cap", hwmon / "power1_max")
    heat = (hwmon / "temp2_input", hwmon / "temp1_input")
    return {
        "memory_total_bytes": partial(first, *_memory_files(folder, card)),
        "temperature_celsius": partial(first, *heat, scale=_MILLI),
        "power_limit_watts": partial(first, *limit, scale=_MICRO),
        "core_clock_hertz": partial(first, *now, scale=_MEGA),
        "core_clock_limit_hertz": partial(first, *most, scale=_MEGA),
    }


def _or_none(read: Read) -> float | None:
    try:
        return read()
    except OSError:
        return None
