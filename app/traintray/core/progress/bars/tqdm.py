"""tqdm's bars, which Hugging Face and Lightning draw too:
`Epoch 3/10:  50%|█████     | 50/100 [00:05<00:05, 9.50it/s, loss=0.5]`.
"""

from __future__ import annotations

import re

from traintray.core.progress.bar import Bar, BarLine, epoch_in, is_rounded, number

_NUMBER = r"\d{1,15}(?:\.\d{1,15})?[kKMGT]?"
_BRACKET = (
    r"\[(?P<elapsed>[\d:]+)(?:<(?P<left>[\d:?]+))?, *"
    r"(?:(?P<none>\?)|(?P<rate>" + _NUMBER + r"))"
    r"(?:s/(?P<slow>[^\s,\]]+)|(?P<fast>[^/\s,\]]+)/s)"
)
_KNOWN = re.compile(
    r"^(?P<label>.*?)\s*\d+%(?:\|[^|]*\|)? *"
    r"(?P<count>" + _NUMBER + ")/(?P<total>" + _NUMBER + r") " + _BRACKET
)
_OPEN = re.compile(
    r"^(?:(?P<label>.*?): )?(?P<count>" + _NUMBER + r")[^\s\d]* " + _BRACKET
)


def _parse(line: str) -> BarLine | None:
    found = _KNOWN.match(line) or _OPEN.match(line)
    if found is None:
        return None
    parts = found.groupdict()
    label = (parts["label"] or "").rstrip(": ")
    epoch, epochs = epoch_in(label)
    total = parts.get("total")
    return BarLine(
        count=number(parts["count"]),
        total=number(total) if total else None,
        label=label,
        unit=parts["slow"] or parts["fast"],
        told_per_s=_per_s(parts),
        is_rounded=is_rounded(parts["count"]),
        epoch=epoch,
        epochs=epochs,
    )


def _per_s(parts: dict[str, str | None]) -> float | None:
    rate = number(parts["rate"]) if parts["rate"] else 0.0
    if rate <= 0:
        return None
    return 1 / rate if parts["slow"] else rate


BAR = Bar("tqdm", _parse)
