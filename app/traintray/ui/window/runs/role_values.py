"""The numbers of the graphs of a run, to be copied."""

from __future__ import annotations

from traintray.ui.plots.copied_values import Cell, Values, stamp
from traintray.ui.window.runs.role_past import RolePast

_ON_WALL_FROM_S = 1e9
"""Seconds since 1970 are more than that, those since the start of a computer less."""


def role_values(past: RolePast, name: str) -> Values:
    """Return the series of a run: CPU as parts of what it may use, memory in bytes."""
    on_wall = past.since_s >= _ON_WALL_FROM_S
    times: list[Cell] = [
        stamp(at_s) if on_wall else past.until_s - at_s for at_s in past.times_s
    ]
    columns = (
        *(past.main_share, past.worker_share, past.other_share),
        *(past.main_bytes, past.worker_bytes),
    )
    head = (
        "time" if on_wall else "seconds_ago",
        *("main_cpu_fraction", "worker_cpu_fraction", "other_cpu_fraction"),
        *("main_memory_bytes", "worker_memory_bytes"),
    )
    return Values(name, head, list(zip(times, *columns, strict=True)))
