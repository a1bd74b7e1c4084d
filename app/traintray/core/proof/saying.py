"""Numbers in what is said of a comparison."""

from __future__ import annotations


def written_speed(per_s: float) -> str:
    """Return a speed to three digits: `12.3`, `0.042`, `1234`."""
    return f"{per_s:.0f}" if per_s >= 100 else f"{per_s:.3g}"
