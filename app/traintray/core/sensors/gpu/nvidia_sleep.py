"""Which NVIDIA GPUs may be asked now, and what the others are called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors.gpu.letting_go import LettingGo, Power, is_idle
from traintray.core.sensors.gpu.nvidia_device import Identity, short_bus_id, unnamed
from traintray.core.sensors.gpu.pci import NVIDIA, Bus, PciGpu, on_battery

SETTLES_S = 2.0
"""The driver's share of busy time is over up to 1 s (platform.md 1.4); what it says
right after a wake is of the waking itself."""
_WAKING = Gap(GapReason.FIRST, "it has just woken")


class Sleepers:
    """Follows the power state of the GPUs on the bus.

    On a machine whose GPUs never sleep, and where sysfs shows none, it stays out of
    the way: all are asked.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._bus = Bus(NVIDIA, root)
        self._decisions: dict[str, LettingGo] = {}
        self._awake: frozenset[str] | None = None
        self._on_bus: tuple[PciGpu, ...] = ()
        self._names: dict[str, Identity] = {}
        self._is_idle: dict[str, bool] = {}

    def update(self, at_s: float) -> bool:
        """Look at the bus; return whether others may be asked than before."""
        known, before = self._on_bus, self._awake
        self._on_bus = self._bus.gpus(at_s)
        has_changed = bool(known) and self._on_bus != known
        if not any(gpu.may_sleep for gpu in self._on_bus):
            self._awake = None
            return has_changed or before is not None
        battery = on_battery(self._root)
        self._awake = frozenset(
            gpu.bus_id for gpu in self._on_bus if self._may_ask(gpu, at_s, battery)
        )
        return has_changed or self._awake != before

    def on_bus(self) -> tuple[PciGpu, ...]:
        """Return all that the bus shows; none where sysfs is hidden."""
        return self._on_bus

    def awake(self) -> frozenset[str] | None:
        """Return the bus ids of those that may be asked; None: all that NVML knows."""
        return self._awake

    def asleep(self) -> tuple[Identity, ...]:
        """Return what those are called that are left alone."""
        if self._awake is None:
            return ()
        return tuple(
            self._names.get(gpu.bus_id) or unnamed(gpu.bus_id)
            for gpu in self._on_bus
            if gpu.bus_id not in self._awake
        )

    def note(self, identity: Identity, reading: GpuReading) -> None:
        """Remember the name of a GPU and whether somebody used it."""
        bus_id = short_bus_id(identity.bus_id)
        self._names[bus_id] = identity
        self._is_idle[bus_id] = is_idle(reading)

    def settled(self, reading: GpuReading, at_s: float) -> GpuReading:
        """Return a reading without the load of the waking itself."""
        decision = self._decisions.get(short_bus_id(reading.bus_id))
        if decision is None or at_s - decision.woke_at_s >= SETTLES_S:
            return reading
        gaps = {**reading.gaps, "busy_fraction": _WAKING}
        return replace(reading, busy_fraction=None, gaps=gaps)

    def _may_ask(self, gpu: PciGpu, at_s: float, battery: bool) -> bool:
        decision = self._decisions.setdefault(gpu.bus_id, LettingGo())
        power = Power(
            gpu.may_sleep, gpu.is_suspended, self._is_idle.pop(gpu.bus_id, False)
        )
        return decision.may_ask(at_s, power, is_on_battery=battery)
