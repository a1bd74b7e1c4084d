"""Lines that a loop prints itself: `Epoch [1/10], Step [100/600], Loss: 0.2`,
`Epoch: [0][ 10/391] Time 0.1`, `Train Epoch: 1 [640/60000 (1%)]`, `iter 100: loss 2.1`.
"""

from __future__ import annotations

import re

from traintray.core.progress.bar import Bar, BarLine, epoch_in

_STEP = re.compile(
    r"\b(?:global[ _]?step|step|steps|iter|iteration|batch|it)\b[\s:=#\[(]*"
    r"(?P<count>\d{1,15})(?![\d.])(?:\s*(?:/|of)\s*(?P<total>\d{1,15}))?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(
    r"^\s*(?:Train(?:ing)?\s+)?Epoch:?\s*\[?\d+\]?\s*"
    r"\[\s*(?P<count>\d{1,15})/(?P<total>\d{1,15})[\])\s]",
    re.IGNORECASE,
)


def _parse(line: str) -> BarLine | None:
    epoch, epochs = epoch_in(line)
    found = _BRACKETS.match(line) or _STEP.search(line)
    if found is None:
        return None
    total = found["total"]
    return BarLine(
        count=float(found["count"]),
        total=float(total) if total else None,
        label=line[: found.start("count")],
        unit="step",
        epoch=epoch,
        epochs=epochs,
    )


BAR = Bar("plain", _parse)
