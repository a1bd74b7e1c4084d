"""Reads numbers and times as people type them."""

from __future__ import annotations

import math
import re

_TIMES = {"": 1, "k": 1e3, "m": 1e6, "g": 1e9, "b": 1e9, "t": 1e12}
_AT_MOST = 1e18
_UNITS_S = {"h": 3600, "min": 60, "s": 1, "小时": 3600, "分钟": 60, "分": 60, "秒": 1}
_PART = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(h|min|s|小时|分钟|分|秒)\s*")


def read_number(text: str) -> float:
    """Read `1281167`, `1,281,167`, `25.6M`; ValueError for what is no number,
    OverflowError for one that is too large.
    """
    match = re.fullmatch(r"([-+0-9.,_eE]+?)([kKmMgGbBtT]?)", text.strip())
    if match is None:
        raise ValueError(text)
    found = float(match[1].replace(",", "")) * _TIMES[match[2].lower()]
    if not math.isfinite(found) or abs(found) > _AT_MOST:
        raise OverflowError(text)
    return found


def read_share(text: str) -> float:
    """Read `85%`, `0.85`, and `85`, which can only mean percent."""
    plain = text.strip()
    found = read_number(plain.removesuffix("%"))
    return found / 100 if plain.endswith("%") or found > 1 else found


def read_minutes(text: str) -> float:
    """Read `22 min`, `1 h 5 min`, `90 s`; a bare number is in minutes. Seconds."""
    at, total_s = 0, 0.0
    while match := _PART.match(text.replace("\u00a0", " "), at):
        total_s += float(match[1]) * _UNITS_S[match[2]]
        at = match.end()
    if not at:
        return read_number(text) * 60
    if text[at:].strip():
        raise ValueError(text)
    return total_s
