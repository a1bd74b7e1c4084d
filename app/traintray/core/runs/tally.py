"""Mean and peak of every figure of a run, over its whole life."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from traintray.core.archive.records import Spread


class Tally:
    """Sums that can be taken up again after a restart of the app."""

    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = {}
        """By figure: sum over time, peak, seconds."""

    def add(self, figures: Iterable[tuple[str, float | None]], step_s: float) -> None:
        """Take what was measured over the last `step_s` seconds; None leaves out."""
        if step_s <= 0:
            return
        for name, value in figures:
            if value is None:
                continue
            sums = self._sums.get(name)
            if sums is None:
                self._sums[name] = [value * step_s, value, step_s]
                continue
            sums[0] += value * step_s
            sums[1] = max(sums[1], value)
            sums[2] += step_s

    def carry(self, earlier: Mapping[str, Spread]) -> None:
        """Count what was measured before, too."""
        for name, spread in earlier.items():
            if spread.measured_s <= 0:
                continue
            sums = self._sums.setdefault(name, [0.0, spread.peak, 0.0])
            sums[0] += spread.mean * spread.measured_s
            sums[1] = max(sums[1], spread.peak)
            sums[2] += spread.measured_s

    def profile(self) -> dict[str, Spread]:
        """Return mean and peak of each figure."""
        return {
            name: Spread(total / seconds, peak, seconds)
            for name, (total, peak, seconds) in self._sums.items()
        }
