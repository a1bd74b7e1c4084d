"""Bare samplers at 1 Hz, as yardsticks: `python -m bench.loops NAME`."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable

PSUTIL_FIELDS = [
    "pid",
    "ppid",
    "name",
    "cpu_times",
    "memory_info",
    "num_threads",
    "num_ctx_switches",
]


def sampler(*, full: bool = False) -> Callable[[float], object]:
    """Our own sensors, without pipeline and screen; `full` reads every process."""
    from traintray.core.sampling.system import system_sensors
    from traintray.core.sensors.descriptors import raise_descriptor_limit
    from traintray.core.sensors.processes import ProcessTable

    raise_descriptor_limit()
    sensors = system_sensors()
    table = ProcessTable()

    def sample(at_s: float) -> None:
        for sensor in sensors:
            try:
                sensor.read(at_s)
            except OSError:
                continue
        reading = table.read(at_s)
        if full:
            table.keep_hot(reading.processes)

    return sample


def table_only(*, full: bool = False) -> Callable[[float], object]:
    """The process table alone."""
    from traintray.core.sensors.descriptors import raise_descriptor_limit
    from traintray.core.sensors.processes import ProcessTable

    raise_descriptor_limit()
    table = ProcessTable()

    def sample(at_s: float) -> None:
        reading = table.read(at_s)
        if full:
            table.keep_hot(reading.processes)

    return sample


def psutil_loop() -> Callable[[float], object]:
    """What a monitor does that asks psutil for everything."""
    import psutil

    def sample(_at_s: float) -> None:
        psutil.cpu_times(percpu=True)
        psutil.virtual_memory()
        psutil.swap_memory()
        psutil.net_io_counters(pernic=True)
        psutil.disk_io_counters(perdisk=True)
        for process in psutil.process_iter(PSUTIL_FIELDS):
            process.info  # noqa: B018

    return sample


LOOPS: dict[str, Callable[[], Callable[[float], object]]] = {
    "sampler": sampler,
    "sampler_full": lambda: sampler(full=True),
    "psutil": psutil_loop,
}


def main(name: str) -> None:
    sample = LOOPS[name]()
    gc.collect()
    gc.freeze()
    due_s = time.monotonic()
    while True:
        sample(time.monotonic())
        due_s = max(due_s + 1.0, time.monotonic())
        time.sleep(max(0.0, due_s - time.monotonic()))


if __name__ == "__main__":
    main(sys.argv[1])
