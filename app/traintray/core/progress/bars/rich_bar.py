"""Bars drawn by rich, such as Lightning's:
`Epoch 0/9 ━━━━━━━━━━━━━━━ 50/100 0:00:05 • 0:00:05 9.50it/s v_num: 0`.
"""

from __future__ import annotations

import re

from traintray.core.progress.bar import Bar, BarLine, epoch_in

_LINE = re.compile(
    r"^(?P<label>[^━╸╺]*?)\s*[━╸╺][━╸╺ ]*\s(?:\s*\d+%)?"
    r"\s*(?P<count>\d{1,15})/(?P<total>\d{1,15}|--|\?)\s(?P<rest>.*)"
)
_RATE = re.compile(r"(?P<rate>\d+(?:\.\d+)?)\s?(?P<unit>[A-Za-z]+)/s\b")


def _parse(line: str) -> BarLine | None:
    found = _LINE.match(f"{line} ")
    if found is None:
        return None
    epoch, epochs = epoch_in(found["label"])
    told = _RATE.search(found["rest"])
    rate = float(told["rate"]) if told else 0.0
    total = found["total"]
    return BarLine(
        count=float(found["count"]),
        total=float(total) if total.isdigit() else None,
        label=found["label"].strip(),
        unit=told["unit"] if told else "it",
        told_per_s=rate if rate > 0 else None,
        epoch=epoch,
        epochs=epochs,
    )


BAR = Bar("rich", _parse)
