"""Reads a moment as a person writes it: `2h` ago, or a date."""

from __future__ import annotations

import argparse
import re
import time

_AGO = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(s|m|min|h|d|w)")
_UNITS_S = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800}


def moment(text: str) -> float:
    """Return seconds since 1970 for an argument of the command line."""
    return moment_at(text, time.time())


def moment_at(text: str, now_s: float) -> float:
    """Return seconds since 1970 for `2h` (ago) or an ISO date, which is local time
    unless it names its zone.
    """
    from datetime import datetime  # every command line imports this module

    found = _AGO.fullmatch(text)
    if found is not None:
        return now_s - float(found.group(1)) * _UNITS_S[found.group(2)]
    try:
        # Python 3.10 does not know Z.
        at_s = datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text)).timestamp()
    except (ValueError, OverflowError, OSError):
        at_s = -1.0
    if at_s < 0:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time; write 30m, 2h, 3d, 1w, or a date such as"
            " 2026-11-30 or 2026-11-30T14:00"
        )
    return at_s
