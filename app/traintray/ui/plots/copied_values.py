"""The numbers of a graph as text that a spreadsheet reads."""

from __future__ import annotations

import csv
import io
import math
from datetime import datetime, timezone

from traintray.ui.plots.picture import RowPicture
from traintray.ui.plots.timeline import Timeline


def values_as_csv(row: RowPicture, timeline: Timeline) -> str:
    """Return the samples that are in view: one column per series, in the base units
    that its name tells, one line per sample; a missing value is an empty cell.
    """
    keys = [line.key for line in row.row.lines]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["time", *keys])
    for index, at_s in enumerate(row.series[keys[0]].times.tolist()):
        if at_s >= timeline.start_s:
            moment = datetime.fromtimestamp(timeline.wall_at(at_s), timezone.utc)
            stamp = moment.astimezone().isoformat(timespec="milliseconds")
            writer.writerow([stamp, *(_cell(row, key, index) for key in keys)])
    return text.getvalue()


def _cell(row: RowPicture, key: str, index: int) -> str:
    values = row.series[key].values
    if index >= len(values) or math.isnan(values[index]):
        return ""
    return f"{values[index]:.6g}" if values[index] < 1e6 else f"{values[index]:.0f}"
