"""`traintray status`: one look at the machine, for people and for scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from traintray.cli.chosen import chosen_settings
from traintray.cli.gpu_text import gap_object, gpu_lines, gpu_object
from traintray.cli.run_json import SCHEMA, run_object
from traintray.cli.run_names import titled
from traintray.cli.streams import print_json
from traintray.cli.watching import watch
from traintray.core.advice import numerals
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.frame import Frame
from traintray.core.memory_units import units
from traintray.core.readings import CpuShares, Gap
from traintray.core.sampling.clock import SystemClock

_WATCH_S = 2.0
"""Rates need two readings; a third lets threads be counted as well."""
_ACTIVE_S = 0.5
_NO_SWAP = "Swap     none"


def run(args: argparse.Namespace) -> int:
    """Look once and print; return the exit status."""
    chosen = chosen_settings()
    clock = SystemClock()
    pipeline = build_pipeline(
        Wishes(sustained_s=chosen.sustained_s, min_active_s=_ACTIVE_S, clock=clock)
    )
    frame = watch(pipeline, clock, _WATCH_S).last_frame
    assert frame is not None, "watching for two seconds brings frames"
    if args.json:
        print_json(_object(frame))
    else:
        print("\n".join(_lines(frame)))
    return 0


def _object(frame: Frame) -> dict[str, Any]:
    cpu, gpus = frame.cpu, frame.gpus
    return {
        "schema": SCHEMA,
        "time_s": round(frame.wall_s, 3),
        "state": frame.state.value,
        "machine": _fields(
            frame.machine,
            "physical_cores logical_cpus memory_bytes swap_bytes",
        ),
        "cpu": None
        if cpu is None
        else {
            "total": _shares(cpu.total),
            "per_cpu": [_shares(shares) for shares in cpu.per_cpu],
        },
        "memory": _fields(
            frame.memory,
            "total_bytes available_bytes swap_total_bytes swap_used_bytes"
            " swap_in_bytes_per_s swap_out_bytes_per_s",
        ),
        "pressure": {
            name: _fields(pressure, "stalled_fraction stalled_10s_fraction")
            for name, pressure in frame.pressure.items()
        },
        "load": _fields(frame.load, "load_1min running_tasks context_switches_per_s"),
        "gpus": None if gpus is None else [gpu_object(gpu) for gpu in gpus.gpus],
        "runs": [run_object(view.run) for view in frame.runs],
        "gaps": {key: gap_object(gap) for key, gap in _gaps(frame).items()},
    }


def _gaps(frame: Frame) -> dict[str, Gap]:
    """Return what is missing; a vendor whose GPUs are, beside another's, is told."""
    vendors = {} if frame.gpus is None else frame.gpus.gaps
    return {**frame.gaps, **{f"gpus.{name}": gap for name, gap in vendors.items()}}


def _fields(reading: object, names: str) -> dict[str, Any] | None:
    """Return the named fields of a reading; None where there is no reading."""
    if reading is None:
        return None
    return {name: getattr(reading, name) for name in names.split()}


def _shares(shares: CpuShares | None) -> dict[str, float] | None:
    if shares is None:
        return None
    return {
        "busy_fraction": round(shares.busy, 4),
        "user_fraction": round(shares.user, 4),
        "system_fraction": round(shares.system, 4),
        "iowait_fraction": round(shares.iowait, 4),
        "steal_fraction": round(shares.steal, 4),
    }


def _lines(frame: Frame) -> Iterable[str]:
    machine = frame.machine
    busy = frame.cpu.total.busy if frame.cpu and frame.cpu.total else None
    load = f", load {frame.load.load_1min:.1f}" if frame.load else ""
    yield (f"CPU      {_percent(busy)} of {machine.logical_cpus} logical CPUs{load}")
    if frame.memory is not None:
        memory = frame.memory
        used = memory.total_bytes - memory.available_bytes
        yield f"Memory   {_size(used)} of {_size(memory.total_bytes)}"
        swap = memory.swap_used_bytes, memory.swap_total_bytes
        yield f"Swap     {_size(swap[0])} of {_size(swap[1])}" if swap[1] else _NO_SWAP
    for name, pressure in frame.pressure.items():
        yield f"Pressure {_percent(pressure.stalled_fraction)} stalled on {name}"
    yield from gpu_lines(frame)
    for view in frame.runs:
        run = view.run
        yield f"Run      {titled(run)} · PID {run.root_pid} · {run.framework}"
    if not frame.runs:
        yield "Run      none is computing now"


def _percent(fraction: float | None) -> str:
    return "–" if fraction is None else numerals.percent(fraction)


def _size(size_bytes: int) -> str:
    told = units()
    return f"{size_bytes / told.giga:.1f} {told.names[2]}"
