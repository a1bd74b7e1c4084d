"""How many loader workers a run would need, and how many it has room for."""

from __future__ import annotations

import math

from traintray.core.diagnosis.consumer import computes_without_gpu, main_busy_fraction
from traintray.core.diagnosis.rule import Numbers

_LEAST_BUSY_FRACTION = 0.1
"""Below a tenth, a measured share is too uncertain to divide by."""


def worker_room(m: Numbers, working: float) -> dict[str, float]:
    """Return how many workers one rank has, would need, and has room for.

    `working` is the number of workers of all ranks that never rest; 0 when the main
    process prepares the data itself. Workers that never rest feed the consumer for
    the share of time in which it is busy, so to feed it all the time takes as many
    more. There is room for one per logical CPU of the rank, less one for its main
    process where there are more than two: of two, a main process that feeds a device
    takes next to nothing (2 workers on 2 CPUs ran twice as fast as one, 8 slower).
    Where it cannot be told how many are needed, the next try is twice as many.
    """
    ranks = max(1.0, m["run.ranks"])
    now = float(round(working / ranks))
    own_cpus = max(1, math.floor(m["run.usable_cpus"] / ranks))
    room = float(own_cpus - 1 if own_cpus > 2 else own_cpus)
    busy = _consumer_busy_fraction(m, now)
    needed = None if busy is None else float(math.ceil(max(1.0, now) / busy))
    wanted = max(2.0, 2 * now) if needed is None else needed
    counts = {
        "now_count": now,
        "room_count": room,
        "proposed_count": min(wanted, room),
        "is_need_known": float(needed is not None),
        "has_room": float(room > now),
        "has_room_for_all": float(wanted <= room),
    }
    if busy is not None and needed is not None:
        counts["consumer_busy_fraction"] = busy
        counts["needed_count"] = needed
        counts["cheaper_count"] = needed / room
    return counts


def _consumer_busy_fraction(m: Numbers, now: float) -> float | None:
    """Return the share of time that the consumer is fed for, where it is known.

    A main process that prepares the data itself is busy with that.
    """
    busy = m.get("run.gpu_busy_fraction")
    if busy is None and now and computes_without_gpu(m):
        busy = main_busy_fraction(m)
    return busy if busy is not None and busy >= _LEAST_BUSY_FRACTION else None
