"""The numbers at the right of a graph of hours: what is true now, and of all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from traintray.ui import format as fmt
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.past import Band, Grid
from traintray.ui.plots.readouts import Readout
from traintray.ui.plots.row import Line, Row, RowKind

translate = QCoreApplication.translate


def past_readout(
    now: Readout,
    row: Row,
    bands: Mapping[str, Band],
    runs: tuple[Grid, Sequence[Block], str],
) -> Readout:
    """Return what is true now with mean or maximum of the span under it.

    `runs` is the grid, the runs on it, and how the span is called.
    """
    grid, blocks, span = runs
    if row.kind is RowKind.LOGICAL_CPUS or not row.lines:
        return now
    line, band = row.lines[0], bands[row.lines[0].key]
    if not np.isfinite(band.mean).any():
        return now
    if row.kind is RowKind.CPU:
        return Readout(now.value, (_mean(line, band.mean, span),))
    if row.kind is RowKind.GPU:
        details = [_mean(line, band.mean, span)]
        inside = band.mean[_in_runs(grid, blocks)]
        if np.isfinite(inside).any():
            share = line.text(float(np.nanmean(inside)))
            details.append(translate("Live", "in runs {share}").format(share=share))
        return Readout(now.value, tuple(details))
    if row.kind is RowKind.GPU_LIMITS:
        return Readout(now.value, (*now.details, _highest(line, band)), now.strong)
    if row.kind in (RowKind.MEMORY, RowKind.GPU_MEMORY):
        share = fmt.percent(float(np.nanmax(band.high)) / line.full)
        return Readout(
            now.value, (translate("Live", "max {value}").format(value=share),)
        )
    return now


def _mean(line: Line, values: np.ndarray, span: str) -> str:
    text = translate("Live", "mean {span} {value}")
    return text.format(span=span, value=line.text(float(np.nanmean(values))))


def _highest(line: Line, band: Band) -> str:
    value = line.text(float(np.nanmax(band.high)))
    return translate("Live", "max {value}").format(value=value)


def _in_runs(grid: Grid, blocks: Sequence[Block]) -> np.ndarray:
    """Return which columns lie in a training run."""
    middles = grid.middles
    inside = np.zeros(grid.count, dtype=np.bool_)
    for block in blocks:
        inside |= (middles >= block.start_s) & (middles <= block.until(grid.end_s))
    return inside
