"""Read the scheduler's figures."""

from __future__ import annotations

from pathlib import Path

from traintray.core.readings import LoadReading
from traintray.core.sensors.counter_rates import CounterRates
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.procfile import ProcFile, number_after


class LoadSensor:
    """Load average, runnable tasks, context switches and forks.

    `uptime` and `vmstat 1` print the same. `root` is the file system to read; a test
    hands in a folder. `stat` lets several sensors share one read of `/proc/stat`.
    """

    key = "load"

    def __init__(self, root: Path = Path("/"), stat: ProcFile | None = None) -> None:
        self._stat = stat or ProcFile(root / "proc/stat")
        self._loadavg = ProcFile(root / "proc/loadavg")
        self._rates = CounterRates("context_switches_per_s", "forks_per_s")

    def read(self, at_s: float) -> LoadReading:
        """Read now; OSError when one of the two files cannot be read."""
        stat = self._stat.read_at(at_s)
        loadavg = self._loadavg.read()
        try:
            load_1min = float(loadavg.split(maxsplit=1)[0])
        except (ValueError, IndexError) as error:
            raise self._loadavg.unreadable() from error
        try:
            running = number_after(stat, b"\nprocs_running ")
            per_s, gaps = self._rates.update(
                at_s,
                context_switches_per_s=number_after(stat, b"\nctxt "),
                forks_per_s=number_after(stat, b"\nprocesses "),
            )
        except ValueError as error:
            raise self._stat.unreadable() from error
        return LoadReading(
            load_1min=load_1min,
            running_tasks=running,
            context_switches_per_s=per_s["context_switches_per_s"],
            forks_per_s=per_s["forks_per_s"],
            gaps=gaps,
        )

    def series(self, reading: LoadReading) -> Series:
        """Name the load and the switches."""
        return {
            "load.1min": reading.load_1min,
            "load.context_switches_per_s": reading.context_switches_per_s,
        }

    def reset(self) -> None:
        """Forget the last counts."""
        self._rates.reset()


SENSOR = SensorPlugin(lambda kernel: (LoadSensor(kernel.root, kernel.stat),))
