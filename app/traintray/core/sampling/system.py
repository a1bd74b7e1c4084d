"""The sensors for the machine as a whole."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sampling.sensor import Sensor
from traintray.core.sensors.cpu import CpuSensor
from traintray.core.sensors.load import LoadSensor
from traintray.core.sensors.memory import MemorySensor
from traintray.core.sensors.nvidia import NvidiaSensor
from traintray.core.sensors.pressure import RESOURCES, PressureSensor
from traintray.core.sensors.procfile import ProcFile


def system_sensors(
    root: Path = Path("/"), stat: ProcFile | None = None
) -> tuple[Sensor, ...]:
    """Return one sensor of each kind: CPU, load, memory, three pressures, GPUs.

    Those that look into `/proc/stat` share one read of it; hand in `stat` to share
    it with others.
    """
    stat = stat or ProcFile(root / "proc/stat")
    return (
        CpuSensor(root, stat),
        LoadSensor(root, stat),
        MemorySensor(root),
        *(PressureSensor(resource, root) for resource in RESOURCES),
        NvidiaSensor(root),
    )
