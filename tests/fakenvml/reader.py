"""Reads the GPUs once per line of input (the instant); prints JSON."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from traintray.core.sensors.gpu.nvidia import NvidiaGpus


def answer(sensor: NvidiaGpus, at_s: float) -> dict[str, object]:
    try:
        gpus = sensor.read(at_s)
    except OSError as error:
        return {"error": type(error).__name__, "text": error.strerror}
    as_dicts = []
    for gpu in gpus:
        fields = dataclasses.asdict(gpu)
        fields["gaps"] = {k: g.reason.name for k, g in gpu.gaps.items()}
        as_dicts.append(fields)
    return {"gpus": as_dicts}


sensor = NvidiaGpus(Path(sys.argv[1]))
for line in sys.stdin:
    result = answer(sensor, float(line))
    result["imported"] = "pynvml" in sys.modules
    print(json.dumps(result), flush=True)
