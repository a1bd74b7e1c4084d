"""Rows of a log become marks."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.progress.columns import Row
from traintray.core.progress.mark import NOTHING, Look, Mark
from traintray.core.progress.progress import STEP

EPOCH = "epoch"


class RowTrack:
    """Turns the new rows of each look into marks."""

    def __init__(self) -> None:
        self._last: Row | None = None
        self._before = 0.0
        """Steps of the epochs before, where each epoch counts from the start."""

    def look(self, rows: Sequence[Row], changed_at_s: float) -> Look:
        """Return what `rows` tell, the file having been written at `changed_at_s`.

        Rows with a time of their own are a mark each. Of the others only the last
        one is: when the rest was done is not known.
        """
        if not rows:
            return NOTHING
        # Rows of a validation or of a whole epoch may lack the step.
        stepped = [row for row in rows if row.step is not None]
        counted = [(row, count) for row in rows if (count := self._count(row, stepped))]
        timed = tuple(Mark(n, r.at_s) for r, n in counted if r.at_s is not None)
        last = tuple(Mark(n, changed_at_s) for _, n in counted[-1:])
        epochs = [row.epoch for row in rows if row.epoch is not None]
        totals = [row.total_steps for row in rows if row.total_steps is not None]
        return Look(
            timed or last,
            epoch=epochs[-1] if epochs else None,
            total_steps=totals[-1] if totals else None,
            unit=STEP if stepped else EPOCH,
        )

    def _count(self, row: Row, stepped: Sequence[Row]) -> float | None:
        """Return the count of a row that goes on; None for one that does not, such as
        that of a validation after the same step.
        """
        count = row.step if stepped else row.epoch
        if count is None:
            return None
        last, reached = self._last, None
        if last is not None:
            reached = last.step if stepped else last.epoch
        if last is None or reached is None:
            self._last = row
            return self._before + count
        if stepped and count < reached and _is_later(row.epoch, last.epoch):
            # The first of an epoch is 0 or 1, and what was reached was the last.
            self._before += reached + (count == 0)
        elif count <= reached:
            return None
        self._last = row
        return self._before + count


def _is_later(epoch: float | None, before: float | None) -> bool:
    return epoch is not None and before is not None and epoch > before
