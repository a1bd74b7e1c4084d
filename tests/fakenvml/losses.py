"""Ticks the real pipeline, real sensors and all, once per line of input; prints JSON.

A line is an instant on the monotonic clock; the wall shows as much after 2001.
"""

from __future__ import annotations

import json
import sys

from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.frame import Frame

WALL_S = 1_000_000_000.0


def told(frame: Frame) -> dict[str, object]:
    gpus = frame.gpus.gpus if frame.gpus is not None else ()
    return {
        "state": frame.state.value,
        "lost": [[gpu.uuid, gpu.since_s - WALL_S] for gpu in frame.lost_gpus],
        "busy": [gpu.busy_fraction for gpu in gpus],
    }


pipeline = build_pipeline(Wishes())
for line in sys.stdin:
    at_s = float(line)
    print(json.dumps(told(pipeline.tick(at_s, WALL_S + at_s))), flush=True)
