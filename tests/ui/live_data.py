"""The afternoon of the design as samples, for tests and screenshots of the Live page.

32 logical CPUs, 299 s up to 14:37:10: quiet, then `train.py` starts, then too many
threads; in between 12 s without a sample. Deterministic.
"""

from __future__ import annotations

import math
import random

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from ui.frames import GIB, GPU_UUID, NOW_S, RUN_STARTED_S

GAP_START_S = NOW_S - 112
GAP_END_S = NOW_S - 99
"""Two samples that lie 13 s apart: 12 are missing."""


class _Walk:
    """A wandering number around 0, smooth as real load is."""

    def __init__(self, seed: int, step: float, pull: float = 0.35) -> None:
        self._random = random.Random(seed)
        self._step, self._pull, self._at = step, pull, 0.0

    def next(self) -> float:
        self._at += self._random.uniform(-1, 1) * self._step - self._at * self._pull
        return self._at


def afternoon(machine_cpus: int = 32, with_gpu: bool = True) -> Store:
    """Return the samples of the design."""
    store = Store(1200)
    walks = [_Walk(seed, 0.04) for seed in range(6)]
    spots = random.Random(9)
    for n in range(300):
        at_s = NOW_S - 299 + n
        noise = [walk.next() for walk in walks]
        if GAP_START_S < at_s < GAP_END_S:
            continue
        load = _rise(at_s - RUN_STARTED_S - 4, 5.0)
        values = _cpu_values(load, noise, spots, machine_cpus)
        values |= _memory_values(at_s, noise)
        if with_gpu:
            values |= _gpu_values(at_s, load, noise)
        store.append(at_s, values)
    return store


def short_past(frame: Frame, seconds: int = 25) -> Store:
    """Return a store in which watching began `seconds` ago on an idle machine."""
    store = Store(1200)
    walk, spots = _Walk(3, 0.03), random.Random(4)
    for n in range(seconds):
        values = _cpu_values(0.0, [walk.next()] * 6, spots, 32)
        values["memory.used_bytes"] = 14.1 * GIB
        values["memory.swap_used_bytes"] = 0.0
        values |= _gpu_values(RUN_STARTED_S - 9, 0.0, [0.0] * 6)
        store.append(frame.at_s - seconds + 1 + n, values)
    return store


def _rise(since_s: float, width_s: float) -> float:
    return 1.0 / (1.0 + math.exp(-since_s / width_s * 2.2))


def _clip(value: float) -> float:
    return max(0.0, min(1.0, value))


def _cpu_values(
    load: float, noise: list[float], spots: random.Random, cpus: int
) -> dict[str, float | None]:
    busy = _clip(0.06 + 0.91 * load + noise[0] * 0.8)
    system = _clip(0.02 + 0.29 * load + noise[1] * 0.8 * load)
    values: dict[str, float | None] = {
        "cpu.busy_fraction": busy,
        "cpu.system_fraction": min(busy, system),
        "pressure.cpu.stalled_10s_fraction": _clip(
            0.01 + 0.61 * load + noise[2] * load
        ),
        "pressure.memory.stalled_10s_fraction": 0.003,
        "pressure.io.stalled_10s_fraction": _clip(
            0.012 + abs(noise[3]) * 0.2 + 0.18 * load * (1 - load) * 4
        ),
    }
    for cpu in range(cpus):
        busiest = 0.12 if cpu in (2, 9, 20) else 0.03
        calm = busiest * spots.uniform(0.3, 1.6)
        full = 1.0 - abs(spots.gauss(0, 0.05)) - (0.3 if spots.random() < 0.02 else 0)
        values[f"cpu.{cpu}.busy_fraction"] = _clip(calm + (full - calm) * load)
    return values


def _memory_values(at_s: float, noise: list[float]) -> dict[str, float | None]:
    since_s = max(0.0, at_s - RUN_STARTED_S)
    used = 14.1 + 24.1 * (1 - math.exp(-since_s / 14.0)) + noise[4] * 2
    return {
        "memory.used_bytes": used * GIB,
        "memory.swap_used_bytes": 0.1 * GIB,
    }


def _gpu_values(
    at_s: float, load: float, noise: list[float]
) -> dict[str, float | None]:
    since_s = at_s - RUN_STARTED_S - 6
    on = since_s > 0
    swing = (
        (0.5 + 0.5 * math.sin(since_s * 2 * math.pi / 9.4 + 1.6)) ** 1.1 if on else 0
    )
    memory = 0.7 + 9.1 * (1 - math.exp(-since_s / 3.0)) if on else 0.7
    heat = 38 + 23 * (1 - math.exp(-since_s / 60.0)) if on else 38.0
    key = f"gpu.{GPU_UUID}"
    return {
        f"{key}.busy_fraction": _clip(0.02 + abs(noise[5]) * 0.1 + 0.76 * swing),
        f"{key}.memory_used_bytes": memory * GIB,
        f"{key}.temperature_celsius": heat,
        f"{key}.power_watts": 28 + 175 * load + 300 * noise[5] * load,
        f"{key}.core_clock_hertz": (2.51e9 + 2e8 * min(0.05, noise[4]))
        if on
        else 2.1e8,
    }
