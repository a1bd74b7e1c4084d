"""One NVIDIA GPU, asked question by question."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traintray.core.readings import Gap, GpuReading
from traintray.core.sensors.gpu import nvml as codes
from traintray.core.sensors.gpu.nvidia_asker import LOST, Asker, Tier
from traintray.core.sensors.gpu.nvidia_figures import Figures
from traintray.core.sensors.gpu.nvidia_use import Use
from traintray.core.sensors.gpu.nvml import Refusal, ask

_STATES_EVERY_S = 2.0
"""Clocks follow the load within milliseconds, heat within seconds."""
_MEMORY = ("memory_used_bytes", "memory_total_bytes", "memory_reserved_bytes")


@dataclass(frozen=True, slots=True)
class Identity:
    """What a GPU is called. Only the UUID outlives a reordering."""

    uuid: str
    name: str = "NVIDIA GPU"
    bus_id: str = ""


def short_bus_id(bus_id: str) -> str:
    """Return NVML's bus id as sysfs writes it: `00000000:01:00.0` → `0000:01:00.0`."""
    domain, colon, rest = bus_id.lower().partition(":")
    return f"{domain[-4:]}{colon}{rest}"


def unnamed(bus_id: str) -> Identity:
    """Return what a GPU is called that was never asked. `bus_id` as of sysfs."""
    return Identity(f"pci-{bus_id}", bus_id=f"0000{bus_id}")


def identify(nvml: Any, handle: Any) -> Identity:
    """Return what a GPU is called; Refusal when it does not give its UUID."""
    uuid = ask(nvml, lambda: nvml.nvmlDeviceGetUUID(handle))
    try:
        name = ask(nvml, lambda: nvml.nvmlDeviceGetName(handle))
        bus_id = ask(nvml, lambda: nvml.nvmlDeviceGetPciInfo(handle).busId)
    except Refusal:
        return Identity(uuid)
    return Identity(uuid, name, bus_id)


class Device:
    """One GPU. Once it is lost it is not asked again; make a new one to try."""

    def __init__(self, nvml: Any, handle: Any, identity: Identity, root: Path) -> None:
        self.identity = identity
        self._asker = Asker(nvml)
        figures = Figures(nvml, handle, identity.name, root)
        self._cheap = figures.cheap
        self._tiers = (
            Tier(self._asker, figures.built_in, math.inf),
            Tier(self._asker, figures.states, _STATES_EVERY_S),
        )
        self._use = Use(nvml, handle, self._asker)

    @property
    def is_lost(self) -> bool:
        """Whether it stopped answering for good."""
        return self._asker.lost is not None

    def read(self, at_s: float, *, closely: bool) -> GpuReading:
        """Read now; a question it cannot answer costs only that field."""
        answers, gaps = self._asker.ask(self._cheap)
        if not answers and self._asker.refused & codes.MAYBE_LOST:
            self._asker.lost = LOST
        if self._asker.lost is None:
            busy, memory = answers.get("busy_fraction"), answers.get("memory", {})
            self._use.read(at_s, busy, memory, closely=closely)
            for part in self._tiers:
                part.read(at_s)
                answers.update(part.answers)
                gaps.update(part.gaps)
            answers.update(self._use.answers)
            gaps.update(self._use.gaps)
        if self._asker.lost is not None:
            return lost(self.identity, self._asker.lost)
        answers.update(answers.pop("memory", {}))
        if "memory" in gaps:
            gap = gaps.pop("memory")
            gaps.update(dict.fromkeys(_MEMORY, gap))
        return reading(self.identity, answers, gaps)


def lost(identity: Identity, gap: Gap) -> GpuReading:
    """Return the reading of a GPU that is listed but cannot be asked."""
    return reading(identity, {}, dict.fromkeys(MEASURED, gap))


def reading(
    identity: Identity, answers: dict[str, Any], gaps: dict[str, Gap]
) -> GpuReading:
    """Put a reading together from what was answered."""
    return GpuReading(
        uuid=identity.uuid,
        name=identity.name,
        bus_id=identity.bus_id,
        **{**dict.fromkeys(_REQUIRED), **answers},
        gaps=gaps,
    )


_REQUIRED = (
    "busy_fraction",
    "memory_used_bytes",
    "memory_total_bytes",
    "temperature_celsius",
    "power_watts",
    "power_limit_watts",
)
MEASURED = (
    *_REQUIRED,
    "memory_reserved_bytes",
    "temperature_limit_celsius",
    "compute_processes",
    "graphics_processes",
    "slowed_by",
    "core_clock_hertz",
    "core_clock_limit_hertz",
    "memory_clock_hertz",
    "memory_clock_limit_hertz",
    "performance_state",
    "process_busy_fractions",
)
"""Every field that may be missing."""
