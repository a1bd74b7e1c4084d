"""The rows of the Live page when each point stands for many samples."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from traintray.ui import format as fmt
from traintray.ui.plots.past import Past
from traintray.ui.plots.row import Line, Row, RowKind

translate = QCoreApplication.translate

_FILLED = (RowKind.MEMORY, RowKind.GPU_MEMORY)
"""Their bands are thin; a fill tells the line from others."""


def past_row(row: Row, span_s: float) -> Row:
    """Return a row with the first of its lines, as means with a band.

    Several bands in one graph would cover each other.
    """
    if row.kind in (RowKind.LOGICAL_CPUS, RowKind.GPU_NOTE):
        return row
    kept = row.lines[0]
    fill = kept.fill if row.kind in _FILLED else 0.0
    label = kept.label if row.kind is not RowKind.CPU else translate("Live", "mean")
    width = kept.width if kept.dash else 1.25
    line: Line = replace(kept, label=label, fill=fill, width=width, is_mean=True)
    caption = row.caption
    if row.kind is RowKind.CPU:
        caption = _steps(span_s)
    return replace(row, caption=caption, lines=(line,))


def span_name(past: Past, now_s: float) -> str:
    """Return how long the time is that a mean is of: `24 h`, in the beginning less."""
    if past.begins_s is None or past.begins_s <= now_s - past.span_s:
        template = translate("Live", "{count}\u00a0h")
        return template.format(count=round(past.span_s / 3600))
    known_s = now_s - past.begins_s
    return fmt.duration(known_s - known_s % 60 if known_s >= 60 else known_s)


def _steps(span_s: float) -> str:
    """Say how much time one column holds."""
    if span_s > 3600:
        return translate("Live", "3\u00a0min steps")
    return translate("Live", "10\u00a0s steps")
