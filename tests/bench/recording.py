"""What recording costs: `python -m bench.recording [SECONDS]` prints JSON.

Two pipelines watch this machine in turns, one of them recorded, so that both see the
same load. The first seconds, in which everything is new, are not counted.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from traintray.core.assembly import Wishes, build_pipeline, build_recorded
from traintray.core.pipeline import Pipeline
from traintray.core.replay.trace_file import LineWriter
from traintray.core.sampling.clock import SystemClock
from traintray.core.sensors.descriptors import raise_descriptor_limit

_SETTLE_S = 12


def spent_us(pipeline: Pipeline, clock: SystemClock) -> float:
    """CPU time of one tick."""
    before_ns = time.thread_time_ns()
    pipeline.tick(clock.monotonic_s(), clock.wall_s())
    return (time.thread_time_ns() - before_ns) / 1e3


def measure(seconds: int) -> dict[str, float]:
    raise_descriptor_limit()
    clock = SystemClock()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.trace.gz"
        plain_file = Path(folder) / "bench.trace"
        lines, plain_lines = LineWriter(path), LineWriter(plain_file)
        pipelines = {
            "plain": build_pipeline(Wishes(clock=clock)),
            "gzip": build_recorded(Wishes(clock=clock), lines, lambda value: value),
            "file": build_recorded(
                Wishes(clock=clock), plain_lines, lambda value: value
            ),
        }
        spent: dict[str, list[float]] = {name: [] for name in pipelines}
        sizes = (0, 0)
        for second in range(_SETTLE_S + seconds):
            if second == _SETTLE_S:
                sizes = path.stat().st_size, plain_file.stat().st_size
            for name, pipeline in pipelines.items():
                used_us = spent_us(pipeline, clock)
                if second >= _SETTLE_S:
                    spent[name].append(used_us)
            time.sleep(1.0)
        grown = path.stat().st_size - sizes[0], plain_file.stat().st_size - sizes[1]
        lines.close()
        plain_lines.close()
    median = {name: statistics.median(found) for name, found in spent.items()}
    return {
        "processes": len([p for p in Path("/proc").iterdir() if p.name.isdigit()]),
        "tick_us": round(median["plain"]),
        "recorded_ratio": round(median["file"] / median["plain"], 2),
        "recorded_gzip_ratio": round(median["gzip"] / median["plain"], 2),
        "first_seconds_kb": round(sizes[1] / 1000),
        "first_seconds_gzip_kb": round(sizes[0] / 1000),
        "kb_per_minute": round(grown[1] / 1000 / seconds * 60),
        "gzip_kb_per_minute": round(grown[0] / 1000 / seconds * 60),
    }


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 30)))
