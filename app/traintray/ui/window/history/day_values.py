"""What the strips of the days show, to be copied."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.ui.plots.copied_values import Values, stamp
from traintray.ui.window.history.days import Day


def day_values(days: Sequence[Day], name: str) -> Values:
    """Return spans of training, of episodes and without samples, the oldest first."""
    found: list[tuple[float, float, str, str]] = []
    for day in days:
        found += [(start, end, "training", "") for start, end in day.training]
        for mark in day.marks:
            told = mark.episode
            found.append((mark.start_s, mark.end_s, told.kind, told.run_name))
        for dark in day.dark:
            what = "computer_off" if dark.is_off else "not_watched"
            found.append((dark.start_s, dark.end_s, what, ""))
    rows = [(stamp(start), stamp(end), *what) for start, end, *what in sorted(found)]
    return Values(name, ("start", "end", "what", "run"), rows)
