"""Rounds that gradient boosting prints: XGBoost and LightGBM as
`[12]	train-logloss:0.44`, CatBoost as `12:	learn: 0.54	total: 57ms	remaining: 1s`.
"""

from __future__ import annotations

import re

from traintray.core.progress.bar import Bar, BarLine

_LINE = re.compile(
    r"^(?:\[(?P<round>\d{1,9})\]\t[^\t:]{1,80}: ?[-+\d.]|(?P<tree>\d{1,9}):\tlearn: )"
)


def _parse(line: str) -> BarLine | None:
    found = _LINE.match(line)
    if found is None:
        return None
    return BarLine(count=float(found["round"] or found["tree"]))


BAR = Bar("boosting", _parse)
