"""Which processes are due to be read: hot ones each time, cold ones in turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from traintray.core.sensors.process_row import HOT_S, ProcessRow

_SLICES = 10
_SLICE_S = 1.0


class HotAndCold:
    """Sorts processes by whether they used CPU lately.

    The cold ones are dealt into 10 slices, one of which is due each second, so each
    is read once in 10 s.
    """

    def __init__(self) -> None:
        self._hot: dict[int, ProcessRow] = {}
        self._cold: tuple[dict[int, ProcessRow], ...] = tuple(
            {} for _ in range(_SLICES)
        )
        self._next_slice = 0
        self._dealt = 0
        self._last_at_s: float | None = None
        self._kept_hot: tuple[int, ...] = ()

    def keep_hot(self, pids: Collection[int]) -> None:
        """Have these read each time, from now until the next call."""
        self._kept_hot = tuple(pids)

    def add(self, row: ProcessRow) -> None:
        """Take in a new process; it is hot."""
        self._dealt += 1
        row.slice = self._dealt % _SLICES
        row.is_hot = True
        self._hot[row.pid] = row

    def discard(self, row: ProcessRow) -> None:
        """Let go of a process that ended."""
        (self._hot if row.is_hot else self._cold[row.slice]).pop(row.pid, None)

    def due(self, rows: dict[int, ProcessRow], at_s: float) -> dict[int, ProcessRow]:
        """Return the processes to read now, by pid, out of all `rows`."""
        for pid in self._kept_hot:
            row = rows.get(pid)
            if row is not None:
                row.hot_until_s = max(row.hot_until_s, at_s + HOT_S)
                self._settle_one(row, at_s)
        batch = dict(self._hot)
        for _ in range(self._slices_due(at_s)):
            batch.update(self._cold[self._next_slice])
            self._next_slice = (self._next_slice + 1) % _SLICES
        return batch

    def settle(self, rows: Iterable[ProcessRow], at_s: float) -> None:
        """Sort `rows`, which were just read, anew."""
        for row in rows:
            if (row.hot_until_s > at_s) != row.is_hot:
                self._settle_one(row, at_s)

    def _settle_one(self, row: ProcessRow, at_s: float) -> None:
        self.discard(row)
        row.is_hot = row.hot_until_s > at_s
        (self._hot if row.is_hot else self._cold[row.slice])[row.pid] = row

    def _slices_due(self, at_s: float) -> int:
        """After a late round more than one slice is due, but never all twice."""
        passed_s = _SLICE_S if self._last_at_s is None else at_s - self._last_at_s
        self._last_at_s = at_s
        return min(_SLICES, max(1, round(passed_s / _SLICE_S)))
