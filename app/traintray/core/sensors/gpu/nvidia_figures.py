"""The questions to one NVIDIA GPU that bring one number each."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from traintray.core.sensors.gpu import nvml as codes
from traintray.core.sensors.gpu.nvidia_asker import Questions
from traintray.core.sensors.gpu.nvml import Refusal, ask, newest_of

_MILLI = 1000
_MEGA = 1e6
_UNKNOWN_STATE = 32
"""NVML_PSTATE_UNKNOWN."""
_SHARED = re.compile(r"\b(GB10|Tegra|Orin|Xavier|Thor|Jetson|Spark)\b", re.IGNORECASE)
"""Chips that have no memory of their own."""
_LIMITS = {
    0x04: "sw_power_cap",
    0x08: "hw_slowdown",
    0x20: "sw_thermal_slowdown",
    0x40: "hw_thermal_slowdown",
    0x80: "hw_power_brake_slowdown",
}
"""Bits of nvmlClocksEventReasons that hold the clock down, under the names that
`nvidia-smi --query-gpu=clocks_event_reasons.<name>` gives them."""


class Figures:
    """What can be asked of one GPU, by the field that the answer is for."""

    def __init__(self, nvml: Any, handle: Any, name: str, root: Path) -> None:
        self._nvml = nvml
        self._handle = handle
        self._root = root
        self._is_shared = _SHARED.search(name) is not None
        self._has_memory_v2 = True
        self._has_memory = True

    @property
    def cheap(self) -> Questions:
        """What moves from second to second."""
        return {
            "busy_fraction": self._busy_fraction,
            "memory": self._memory,
            "temperature_celsius": self._celsius,
            "power_watts": self._watts(self._nvml.nvmlDeviceGetPowerUsage),
            "power_limit_watts": self._watts(
                self._nvml.nvmlDeviceGetEnforcedPowerLimit
            ),
        }

    @property
    def states(self) -> Questions:
        """What nothing is decided by within two seconds."""
        return {
            "slowed_by": self._slowed_by,
            "core_clock_hertz": self._clock("nvmlDeviceGetClockInfo", "SM"),
            "memory_clock_hertz": self._clock("nvmlDeviceGetClockInfo", "MEM"),
            "performance_state": self._performance_state,
        }

    @property
    def built_in(self) -> Questions:
        """What never changes."""
        most = "nvmlDeviceGetMaxClockInfo"
        return {
            "temperature_limit_celsius": self._limit_celsius,
            "core_clock_limit_hertz": self._clock(most, "SM"),
            "memory_clock_limit_hertz": self._clock(most, "MEM"),
        }

    def _busy_fraction(self) -> float:
        percent = self._nvml.nvmlDeviceGetUtilizationRates(self._handle).gpu
        if percent > 100:
            raise Refusal(codes.IMPLAUSIBLE, f"the driver said {percent} %")
        return float(percent) / 100

    def _memory(self) -> dict[str, Any]:
        """Return the fields of a reading. Version 1 counts what the driver keeps for
        itself as used.
        """
        nvml, handle = self._nvml, self._handle
        if not self._has_memory:
            return self._shared_memory()
        if self._has_memory_v2:
            try:
                version = nvml.nvmlMemory_v2
                memory = ask(
                    nvml, lambda: nvml.nvmlDeviceGetMemoryInfo(handle, version=version)
                )
                return _sizes(memory.used, memory.total, memory.reserved)
            except Refusal as refusal:
                if refusal.code not in codes.NEVER:
                    raise
        try:
            memory = ask(nvml, lambda: nvml.nvmlDeviceGetMemoryInfo(handle))
        except Refusal as refusal:
            if not self._is_shared or refusal.code not in codes.NEVER:
                raise
            self._has_memory = False
            return self._shared_memory()
        self._has_memory_v2 = False
        return _sizes(memory.used, memory.total, None)

    def _shared_memory(self) -> dict[str, Any]:
        """Return the memory of the machine, which is the GPU's, as `free -b` does."""
        try:
            text = (self._root / "proc/meminfo").read_text()
        except OSError as error:
            raise Refusal(codes.NOT_SUPPORTED, str(error)) from error
        found = re.findall(r"^(MemTotal|MemAvailable):\s+(\d+) kB", text, re.MULTILINE)
        kib = dict(found)
        total, free = (int(kib[key]) * 1024 for key in ("MemTotal", "MemAvailable"))
        return {**_sizes(total - free, total, None), "memory_is_shared": True}

    def _celsius(self) -> float:
        kind = self._nvml.NVML_TEMPERATURE_GPU
        return float(self._nvml.nvmlDeviceGetTemperature(self._handle, kind))

    def _limit_celsius(self) -> float:
        kind = self._nvml.NVML_TEMPERATURE_THRESHOLD_SLOWDOWN
        return float(self._nvml.nvmlDeviceGetTemperatureThreshold(self._handle, kind))

    def _watts(self, function: Callable[[Any], int]) -> Callable[[], float]:
        return lambda: float(function(self._handle)) / _MILLI

    def _clock(self, function: str, which: str) -> Callable[[], float]:
        nvml = self._nvml

        def hertz() -> float:
            kind = getattr(nvml, f"NVML_CLOCK_{which}")
            return float(getattr(nvml, function)(self._handle, kind)) * _MEGA

        return hertz

    def _performance_state(self) -> int:
        state = int(self._nvml.nvmlDeviceGetPerformanceState(self._handle))
        if state >= _UNKNOWN_STATE:
            raise Refusal(codes.NOT_SUPPORTED, "the driver does not know the state")
        return state

    def _slowed_by(self) -> tuple[str, ...]:
        mask = newest_of(
            self._nvml,
            self._handle,
            "nvmlDeviceGetCurrentClocksEventReasons",
            "nvmlDeviceGetCurrentClocksThrottleReasons",
        )
        return tuple(name for bit, name in _LIMITS.items() if int(mask) & bit)


def _sizes(used: int, total: int, reserved: int | None) -> dict[str, Any]:
    if total == 0 or not 0 <= used <= total:
        raise Refusal(codes.IMPLAUSIBLE, f"the driver said {used} of {total} bytes")
    return {
        "memory_used_bytes": int(used),
        "memory_total_bytes": int(total),
        "memory_reserved_bytes": None if reserved is None else int(reserved),
    }
