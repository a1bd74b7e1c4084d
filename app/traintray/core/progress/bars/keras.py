"""Keras' bars, of version 3 (`50/100 ━━━━━━━━━━ 5s 100ms/step - loss: 0.5`) and those
before (`50/100 [=====>.....] - ETA: 5s - loss: 0.5`). The epoch stands above them.
"""

from __future__ import annotations

import re

from traintray.core.progress.bar import Bar, BarLine, epoch_in

_LINE = re.compile(
    r"^\s*(?P<count>\d{1,15})/(?P<total>\d{1,15}|Unknown|None) +"
    r"(?:[━╸╺]+ |\[[=>.]+\])? *(?P<rest>.*)"
)
_PER = re.compile(r"(?P<time>\d+(?:\.\d+)?)(?P<unit>us|µs|ms|s)/(?:step|sample|epoch)")
_UNITS_S = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_SIGNS = ("━", "[=", "[>", "[.", "/step")
_HEADING = re.compile(r"^\s*Epoch \d+(?:/\d+)?\s*$")


def _parse(line: str) -> BarLine | None:
    if _HEADING.match(line):
        epoch, epochs = epoch_in(line)
        return BarLine(None, epoch=epoch, epochs=epochs)
    found = _LINE.match(line)
    if found is None or not any(sign in line for sign in _SIGNS):
        return None
    total = found["total"]
    told = _PER.search(found["rest"])
    time_s = float(told["time"]) * _UNITS_S[told["unit"]] if told else 0.0
    return BarLine(
        count=float(found["count"]),
        total=float(total) if total.isdigit() else None,
        unit="step",
        told_per_s=1 / time_s if time_s > 0 else None,
    )


BAR = Bar("keras", _parse)
