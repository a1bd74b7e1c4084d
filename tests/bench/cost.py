"""CPU time of one sample, back to back: `python -m bench.cost` prints JSON."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

from bench.loops import PSUTIL_FIELDS, table_only

_SETTLE = 14
_REPEATS = 40


def median_us(sample: Callable[[], object], repeats: int) -> float:
    spent_us = []
    for _ in range(repeats):
        before_ns = time.process_time_ns()
        sample()
        spent_us.append((time.process_time_ns() - before_ns) / 1e3)
    return statistics.median(spent_us)


def ours_us(*, full: bool, repeats: int) -> float:
    """A made-up clock makes the sleepers cold without waiting for them."""
    sample = table_only(full=full)
    at_s = iter(range(10_000))
    for _ in range(_SETTLE):
        sample(float(next(at_s)))
    return median_us(lambda: sample(float(next(at_s))), repeats)


def psutil_us() -> float:
    import psutil

    def sample() -> None:
        for process in psutil.process_iter(PSUTIL_FIELDS):
            process.info  # noqa: B018

    sample()
    return median_us(sample, 3)


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "smart_us": ours_us(full=False, repeats=_REPEATS),
                "full_us": ours_us(full=True, repeats=5),
                "psutil_us": psutil_us(),
            }
        )
    )
