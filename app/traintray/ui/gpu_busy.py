"""How busy GPUs are, as a mean: one that waits for each batch jumps each second."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.history.store import Store
from traintray.core.readings import GpuReading

MEAN_S = 10.0
"""The span of the mean: as the Live page shows it, several steps of most trainings."""


def mean_busy(
    gpus: Sequence[GpuReading], at_s: float, store: Store | None
) -> float | None:
    """Return the mean busy share, 0..1, of GPUs that tell theirs, over the last 10 s
    before `at_s`; the newest sample where the store holds none.

    None when no GPU tells it. The last samples are what `nvidia-smi` shows as GPU-Util.
    """
    each = [_mean(gpu, at_s, store) for gpu in gpus if gpu.busy_fraction is not None]
    return sum(each) / len(each) if each else None


def _mean(gpu: GpuReading, at_s: float, store: Store | None) -> float:
    key = f"gpu.{gpu.uuid}.busy_fraction"
    since_s = at_s - MEAN_S
    times, shares = store.copy(key, since_s) if store is not None else ((), ())
    pairs = zip(times, shares, strict=True)
    values = [share for at, share in pairs if at > since_s and share == share]
    return sum(values) / len(values) if values else gpu.busy_fraction or 0.0
