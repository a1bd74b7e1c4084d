"""The sensors for the machine as a whole: every file that names a `SENSOR`."""

from __future__ import annotations

from pathlib import Path

from traintray.core import sensors
from traintray.core.discovery import collect
from traintray.core.sensors.plugin import Attention, Kernel, Sensor, SensorPlugin
from traintray.core.sensors.procfile import ProcFile


def system_sensors(
    root: Path = Path("/"),
    stat: ProcFile | None = None,
    attention: Attention | None = None,
) -> tuple[Sensor, ...]:
    """Return the sensors of the machine: CPU, load, memory, pressures, GPUs.

    Those that look into `/proc/stat` share one read of it; hand in `stat` to share
    it with others. `attention` says whether somebody looks at the figures.
    """
    kernel = Kernel(
        root, stat or ProcFile(root / "proc/stat"), attention or Attention()
    )
    plugins = collect(sensors, "SENSOR", SensorPlugin, everywhere=False)
    return tuple(sensor for plugin in plugins for sensor in plugin.make(kernel))
