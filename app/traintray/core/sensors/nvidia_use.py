"""Who uses one NVIDIA GPU, and what slows it: questions that are asked less often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from traintray.core.sensors import nvml as codes
from traintray.core.sensors.nvml import Refusal, ask

EVERY_S = 2.0
"""A list of processes takes two calls into the driver. Nobody starts and ends his
use of a GPU within two seconds, and heat does not either."""

_LIMITS = {
    0x04: "sw_power_cap",
    0x08: "hw_slowdown",
    0x20: "sw_thermal_slowdown",
    0x40: "hw_thermal_slowdown",
    0x80: "hw_power_brake_slowdown",
}
"""Bits of nvmlClocksEventReasons that hold the clock down, under the names that
`nvidia-smi --query-gpu=clocks_event_reasons.<name>` gives them."""

Processes = Mapping[int, int | None]


class Use:
    """Asks one GPU who uses it; falls back to the names of older drivers."""

    def __init__(self, nvml: Any, handle: Any) -> None:
        self._nvml = nvml
        self._handle = handle
        self._is_old: set[str] = set()

    @property
    def questions(self) -> dict[str, Callable[[], Any]]:
        """What can be asked, under the names of the reading's fields."""
        return {
            "compute_processes": partial(self._processes, "Compute"),
            "graphics_processes": partial(self._processes, "Graphics"),
            "slowed_by": self._slowed_by,
        }

    def _processes(self, kind: str) -> Processes:
        """Return bytes by pid. One with several contexts is listed several times."""
        newest = f"nvmlDeviceGet{kind}RunningProcesses"
        found: dict[int, int | None] = {}
        for process in self._newest_of(newest, f"{newest}_v2"):
            used_bytes, before = process.usedGpuMemory, found.get(process.pid, 0)
            if used_bytes is None or before is None:
                found[process.pid] = None
            else:
                found[process.pid] = before + int(used_bytes)
        return found

    def _slowed_by(self) -> tuple[str, ...]:
        mask = self._newest_of(
            "nvmlDeviceGetCurrentClocksEventReasons",
            "nvmlDeviceGetCurrentClocksThrottleReasons",
        )
        return tuple(name for bit, name in _LIMITS.items() if int(mask) & bit)

    def _newest_of(self, newest: str, older: str) -> Any:
        """Call the newer of two functions that the driver has."""
        if newest not in self._is_old:
            try:
                return self._call(newest)
            except Refusal as refusal:
                if refusal.code != codes.FUNCTION_NOT_FOUND:
                    raise
        answer = self._call(older)
        self._is_old.add(newest)
        return answer

    def _call(self, name: str) -> Any:
        function = getattr(self._nvml, name, None)
        if function is None:
            raise Refusal(codes.FUNCTION_NOT_FOUND, f"pynvml has no {name}")
        return ask(self._nvml, lambda: function(self._handle))
