"""What remembering costs: size on disk, CPU per hour, time to answer.

    PYTHONPATH=app:tests python tests/bench/history.py [--hours N] [--cpus N ...]

Each machine is simulated at 1 Hz with numbers as `/proc` gives them: shares of a
hundred ticks for each CPU, bytes that creep, much that stands still, two runs. The
floor is a program that writes the same values raw, 4 bytes each, into a plain file
every ten seconds. Nothing here judges: it prints ratios.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from traintray.core.archive.limits import Limits
from traintray.core.archive.openfile import OpenFile
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.core.heap import return_memory

NOON_S = 1_800_000_000.0
BATCH = 10
RUN_FIGURES = 80
_PSS = "from pathlib import Path; print(Path('/proc/self/smaps_rollup').read_text())"


class Machine:
    """Makes up one second after the other."""

    def __init__(self, cpus: int) -> None:
        self._chance = random.Random(cpus)
        self._busy = [self._chance.random() for _ in range(cpus)]
        self._bytes = 8e9

    def second(self, at_s: float) -> dict[str, float | None]:
        chance = self._chance
        values: dict[str, float | None] = {}
        for cpu, busy in enumerate(self._busy):
            busy = min(1.0, max(0.0, busy + chance.gauss(0, 0.04)))
            self._busy[cpu] = busy
            ticks = chance.choice((99, 100, 100, 101))
            values[f"cpu.{cpu}.busy_fraction"] = round(busy * ticks) / ticks
        self._bytes += chance.randrange(-40, 60) * 4096
        values["memory.used_bytes"] = self._bytes
        values["cpu.busy_fraction"] = sum(self._busy) / len(self._busy)
        for name in ("memory.total_bytes", "memory.swap_used_bytes"):
            values[name] = 2.5e10
        for run in range(2):
            values.update(self._figures(f"run/boot/{run}-1/", at_s))
        return values

    def _figures(self, prefix: str, at_s: float) -> Iterator[tuple[str, float | None]]:
        for figure in range(RUN_FIGURES):
            value: float | None = 8.0  # two of five stand still
            if figure % 5 == 0:
                value = None
            elif figure % 5 == 1:
                value = self._chance.random() * 8
            elif figure % 5 == 2:
                value = at_s - NOON_S
            yield f"{prefix}f{figure}", value


@dataclass
class Cost:
    """What one machine cost."""

    series: int
    hours: float
    writing_s: float
    floor_s: float
    file_bytes: int
    full_bytes_per_h: float
    thinned_bytes_per_h: float
    answers_ms: dict[str, float]


def measure(cpus: int, hours: float, folder: Path) -> Cost:
    """Write `hours` as the app does, without waiting for the seconds to pass."""
    machine = Machine(cpus)
    path = folder / f"history-{cpus}.sqlite"
    file = OpenFile(path, Limits(file_bytes=10**12))
    file.open()
    writing_s = floor_s = 0.0
    series = 0
    floor = os.open(folder / "floor", os.O_WRONLY | os.O_CREAT)
    for first in range(0, round(hours * 3600), BATCH):
        samples = [
            (at_s, machine.second(at_s))
            for at_s in (NOON_S + first + step for step in range(BATCH))
        ]
        began_s = time.thread_time()
        file.write(samples, [])
        file.tidy()
        writing_s += time.thread_time() - began_s
        series = len(samples[0][1])
        began_s = time.thread_time()
        for _, values in samples:
            raw = array("f", [0.0 if v is None else v for v in values.values()])
            os.write(floor, raw.tobytes())
        floor_s += time.thread_time() - began_s
    os.close(floor)
    sizes = file._connection.execute(
        "SELECT avg(bytes) * 6 FROM block WHERE NOT thinned UNION ALL"
        " SELECT avg(bytes) FROM block WHERE thinned"
    ).fetchall()
    answers = _answers(path, hours)
    file.close()
    return Cost(
        series,
        hours,
        writing_s,
        floor_s,
        path.stat().st_size,
        sizes[0][0],
        sizes[1][0],
        answers,
    )


def _answers(path: Path, hours: float) -> dict[str, float]:
    """Ask what the window and a start ask; CPU in milliseconds."""
    archive = SqliteArchive(path)
    keys = archive.series_keys()
    until_s = NOON_S + hours * 3600
    asked = {
        "one series, all of it": lambda: archive.many(keys[:1], NOON_S, until_s, 1000),
        "ten series, all of it": lambda: archive.many(keys[:10], NOON_S, until_s, 1000),
        "every series, 20 minutes": lambda: archive.many(
            keys, until_s - 1200, until_s, 1 << 20
        ),
    }
    found = {}
    for name, ask in asked.items():
        began_s = time.thread_time()
        ask()
        found[name] = (time.thread_time() - began_s) * 1000
    archive.close()
    return found


def memory_kib() -> int:
    """What the writer adds to the app, after an hour of 256 CPUs."""
    return _pss("import bench.history as h; h.write_an_hour()") - _pss("pass")


def _pss(work: str) -> int:
    there = "import argparse, random, resource, subprocess, tempfile; "
    there += "import traintray.core.assembly"
    done = subprocess.run(
        [sys.executable, "-c", f"{there}\n{work}\n{_PSS}"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = (ln for ln in done.stdout.splitlines() if ln.startswith("Pss:"))
    return int(line.split()[1])


def write_an_hour() -> None:
    """Be the writing thread for an hour."""
    with tempfile.TemporaryDirectory() as folder:
        file = OpenFile(Path(folder) / "history.sqlite", Limits())
        file.open()
        machine = Machine(256)
        for first in range(0, 4200, BATCH):
            file.write(
                [
                    (NOON_S + first + step, machine.second(NOON_S + first + step))
                    for step in range(BATCH)
                ],
                [],
            )
            file.tidy()
        return_memory()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=7.0)
    parser.add_argument("--cpus", type=int, nargs="+", default=[16, 256])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for cpus in chosen.cpus:
            cost = measure(cpus, chosen.hours, Path(folder))
            _print(cpus, cost)
    print(f"the writer adds {memory_kib()} KiB of PSS on a machine of 256 CPUs")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"(this bench peaked at {peak} KiB)")


def _print(cpus: int, cost: Cost) -> None:
    raw = cost.series * 4 * 3600
    hour = cost.hours
    print(f"{cpus} CPUs, {cost.series} series, {hour:g} h at 1 Hz")
    print(
        f"  full: {cost.full_bytes_per_h / 1e6:.2f} MB/h"
        f" ({cost.full_bytes_per_h / raw:.2f} of raw);"
        f" thinned: {cost.thinned_bytes_per_h / 1e6:.3f} MB/h"
        f" ({cost.thinned_bytes_per_h / raw:.3f} of raw,"
        f" {cost.thinned_bytes_per_h * 24 * 30 / 1e6:.0f} MB a month);"
        f" file {cost.file_bytes / 1e6:.1f} MB"
    )
    print(
        f"  CPU: {cost.writing_s / hour:.2f} s/h"
        f" ({cost.writing_s / hour / 36:.3f} % of one CPU),"
        f" {cost.writing_s / cost.floor_s:.1f} x the floor"
    )
    for name, took_ms in cost.answers_ms.items():
        print(f"  {name}: {took_ms:.1f} ms")


if __name__ == "__main__":
    main()
