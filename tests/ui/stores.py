"""A past for a frame: the samples that led to it."""

from __future__ import annotations

import math
import random

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from ui.frames import GIB, attention_frame


def store_for(shown: Frame, seconds: int = 300, loading_s: int = 40) -> Store:
    """A store whose last samples agree with the frame.

    `seconds` samples, one a second. Before the last `seconds - loading_s` of them the
    machine was idle. A frame without a reading leaves that series as a gap for the
    last 40 % of the time.
    """
    store = Store(max(600, seconds))
    noise = random.Random(7)
    for n in range(seconds):
        at_s = shown.at_s - (seconds - 1 - n)
        rise = 1.0 - math.exp(-max(0, n - loading_s) / 4.0) if n > loading_s else 0.0
        steady = rise if n < seconds - 1 else 1.0
        wobble = noise.uniform(-1, 1) if n < seconds - 1 else 0.0
        values = _sample(shown, steady, wobble, n)
        if shown.cpu is None and n > seconds * 0.6:
            values = {}
        store.append(at_s, values)
    return store


def _sample(
    shown: Frame, rise: float, wobble: float, n: int
) -> dict[str, float | None]:
    source = shown if shown.cpu is not None else attention_frame()
    cpu, memory, machine = source.cpu, source.memory, shown.machine
    assert cpu is not None
    assert cpu.total is not None
    assert memory is not None
    busy = _clip(0.05 + (cpu.total.busy - 0.05) * rise + wobble * 0.015)
    if rise == 1.0 and wobble == 0.0:
        busy = cpu.total.busy
    system = busy * cpu.total.system / max(1e-9, cpu.total.busy)
    used = memory.total_bytes - memory.available_bytes
    values: dict[str, float | None] = {
        "cpu.busy_fraction": busy,
        "cpu.system_fraction": system,
        "cpu.user_fraction": busy - system,
        "cpu.iowait_fraction": 0.0,
        "memory.used_bytes": used * (0.37 + 0.63 * rise),
        "memory.swap_used_bytes": float(memory.swap_used_bytes),
        "memory.swap_in_bytes_per_s": 0.0,
        "memory.swap_out_bytes_per_s": 0.0,
        "load.1min": source.load.load_1min * rise if source.load else None,
        "load.context_switches_per_s": 2_000 + 140_000 * rise,
    }
    for name, pressure in source.pressure.items():
        stalled = pressure.stalled_10s_fraction * rise
        values[f"pressure.{name}.stalled_10s_fraction"] = stalled
    for number, shares in enumerate(cpu.per_cpu):
        at = None if shares is None else _clip(shares.busy * max(0.06, rise))
        values[f"cpu.{number}.busy_fraction"] = at
    if machine.gpu_names and source.gpus is not None:
        values |= _gpu_sample(source, rise, n)
    return values


def _gpu_sample(shown: Frame, rise: float, n: int) -> dict[str, float | None]:
    assert shown.gpus is not None
    values: dict[str, float | None] = {}
    for gpu in shown.gpus.gpus:
        key = f"gpu.{gpu.uuid}"
        lost = gpu.busy_fraction is None and n > 180
        busy = 0.94 if gpu.busy_fraction is None else gpu.busy_fraction
        # Ten samples to a swing: their mean, which is shown, is what the frame says.
        swing = 0.9 * min(busy, 1 - busy) * math.sin((n - 299) * math.tau / 10)
        used = (gpu.memory_used_bytes or 18.7 * GIB) * (0.04 + 0.96 * rise)
        values[f"{key}.busy_fraction"] = (
            None if lost else _clip(0.01 * (1 - rise) + (busy + swing) * rise)
        )
        values[f"{key}.memory_used_bytes"] = None if lost else used
        degrees = (gpu.temperature_celsius or 71) - 23 * (1 - rise)
        values[f"{key}.temperature_celsius"] = None if lost else degrees
        values[f"{key}.power_watts"] = None if lost else 28 + 184 * rise
    return values


def _clip(fraction: float) -> float:
    return max(0.0, min(1.0, fraction))
