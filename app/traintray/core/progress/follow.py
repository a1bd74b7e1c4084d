"""One source over time: its looks become progress."""

from __future__ import annotations

from traintray.core.gap import Gap, GapReason
from traintray.core.progress.mark import Look, Mark
from traintray.core.progress.progress import STEP, Progress
from traintray.core.progress.speed import SpeedWindow

_LEAST_SILENCE_S = 60.0
_FIRST = Gap(GapReason.FIRST, "no second step to compare with yet")
_NO_TOTAL = Gap(GapReason.NOT_PRESENT, "the source tells no number of steps in all")
_NO_EPOCH = Gap(GapReason.NOT_PRESENT, "the source tells no epoch")
_NO_STEP = Gap(GapReason.NOT_PRESENT, "the source counts epochs, not steps")
_NO_SPEED = Gap(GapReason.NOT_PRESENT, "without a speed there is no time left")


class Follow:
    """Keeps what is known from one source."""

    def __init__(self, source: str, where: str = "") -> None:
        self.source = source
        self._where = where
        self._speed = SpeedWindow()
        self._last: Mark | None = None
        self._moved_at_s: float | None = None
        self._epoch: float | None = None
        self._total: int | None = None
        self._unit = STEP
        self._told_per_s: float | None = None

    def update(self, look: Look, at_s: float) -> None:
        """Take a look, made at `at_s` on the monotonic clock."""
        if look.is_anew or (look.marks and look.unit != self._unit):
            self._speed, self._last, self._total = SpeedWindow(), None, None
        if look.epoch is not None:
            self._epoch = look.epoch
        if look.total_steps is not None:
            self._total = look.total_steps
        for mark in look.marks:
            self._speed.add(mark)
        if look.marks:
            self._last, self._moved_at_s = look.marks[-1], at_s
            self._unit, self._told_per_s = look.unit, look.told_per_s

    def progress(self, at_s: float) -> Progress | None:
        """Return the progress at `at_s`; None as long as there is no step."""
        if self._last is None or self._moved_at_s is None:
            return None
        gaps = {}
        speed = self._told_per_s or self._speed.per_s()
        silent_s = at_s - self._moved_at_s
        if speed is None:
            gaps["steps_per_s"] = _FIRST
        elif silent_s > self._speed.longest_silence_s(_LEAST_SILENCE_S):
            speed = None
            detail = f"no new step for {silent_s:.0f} s"
            gaps["steps_per_s"] = Gap(GapReason.NOT_PRESENT, detail)
        step = None if self._unit == "epoch" else int(self._last.step)
        if step is None:
            gaps["step"] = _NO_STEP
        if self._epoch is None:
            gaps["epoch"] = _NO_EPOCH
        left_s = None
        if self._total is None:
            gaps["total_steps"] = gaps["left_s"] = _NO_TOTAL
        elif speed is None:
            gaps["left_s"] = _NO_SPEED
        else:
            left_s = max(0.0, self._total - self._last.step) / speed
        return Progress(
            step,
            speed,
            self._epoch,
            self._total,
            left_s,
            self.source,
            self._unit,
            self._where,
            gaps,
            self._last.at_s if self._told_per_s is None else None,
        )
