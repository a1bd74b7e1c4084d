"""Which of the progress bars on a terminal is the training, and how far it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.progress.bar import Bar, BarLine
from traintray.core.progress.mark import NOTHING, Look, Mark
from traintray.core.progress.progress import STEP
from traintray.core.progress.screen import Screen

_PLAIN = "plain"
_STEP_UNITS = frozenset(("it", "iter", "step", "steps", "batch", "batches", "ba"))
_EPOCH_UNITS = frozenset(("epoch", "epochs", "ep"))
_OTHER_WORK = re.compile(
    r"\b(?:val(?:id\w*)?|eval\w*|test\w*|sanity|predict\w*|infer\w*|download\w*|upload\w*"
    r"|map|filter|tokeniz\w*|load\w*|generating|preprocess\w*|extract\w*|fetch\w*"
    r"|sav(?:e|ing)|writing)\b",
    re.IGNORECASE,
)
"""Lightning, Hugging Face and people name bars like this that are no training."""
_EPOCHS = re.compile(r"\bepochs?\b", re.IGNORECASE)
_NUMBERS = re.compile(r"[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
_BLANKS = re.compile(r"\s+")
_BYTES = re.compile(r"^[kKMGT]?i?B$")
_HALF_LIFE_S = 30.0
_REST_S = 600.0
"""A bar that is not full yet is waited for: the validation in between may be long, and
Hugging Face gives its bar no name."""
_FULL_REST_S = 30.0
_MOST_BARS = 64
Key = tuple[str, str, str, float | None]


@dataclass(slots=True)
class _Seen:
    line: BarLine
    moved_at_s: float
    score: float = 0.0
    """How often it moved, of late."""
    before: float = 0.0
    """Steps of the epochs before this one."""
    rounds: int = 0

    @property
    def steps(self) -> float:
        return self.before + (self.line.count or 0.0)

    @property
    def is_full(self) -> bool:
        return self.line.total is not None and self.line.count == self.line.total


class BarTrack:
    """Follows all bars; the one that moves most often counts the steps."""

    def __init__(self, bars: Sequence[Bar]) -> None:
        # What a loop prints itself is looked for only where nothing else is.
        self._bars = sorted(bars, key=lambda bar: bar.name == _PLAIN)
        self._screen = Screen()
        self._seen: dict[Key, _Seen] = {}
        self._main: Key | None = None
        self._epoch: int | None = None
        self._epochs: int | None = None
        self._is_from_zero = False

    def add(self, text: str, at_s: float, *, is_cut: bool = False) -> Look:
        """Take what was written until `at_s`; return what it tells. `is_cut`: something
        before it was not seen.
        """
        before = self._main, self._steps()
        for line in self._screen.lines(text, is_cut=is_cut):
            self._take(line, at_s)
        self._choose(at_s)
        if self._main is None:
            return NOTHING
        seen = self._seen[self._main]
        is_anew = before[0] != self._main
        moved = is_anew or before[1] != seen.steps
        return Look(
            (Mark(seen.steps, at_s),) if moved else (),
            epoch=self._epoch_now(),
            total_steps=self._total(seen),
            unit=_unit(seen.line),
            told_per_s=seen.line.told_per_s if seen.line.is_rounded else None,
            is_anew=is_anew,
        )

    def _steps(self) -> float | None:
        return None if self._main is None else self._seen[self._main].steps

    def _take(self, text: str, at_s: float) -> None:
        for bar in self._bars:
            line = bar.parse(text)
            if line is None:
                continue
            if line.epoch is not None:
                self._epoch, self._epochs = line.epoch, line.epochs or self._epochs
                self._is_from_zero |= line.epoch == 0
            if line.count is not None and not _is_other_work(line):
                self._note(bar.name, line, at_s)
            return

    def _note(self, name: str, line: BarLine, at_s: float) -> None:
        key = name, _shape(line.label), line.unit, line.total
        seen = self._seen.get(key)
        if seen is None:
            if len(self._seen) < _MOST_BARS:
                before = _skipped(line)
                self._seen[key] = _Seen(line, at_s, before=before)
            return
        count, reached = line.count or 0.0, seen.line.count or 0.0
        if count == reached:
            seen.line = line
            return
        if count < reached:
            seen.before += line.total or reached
            seen.rounds += 1
        age_s = max(0.0, at_s - seen.moved_at_s)
        seen.score = seen.score * 0.5 ** (age_s / _HALF_LIFE_S) + 1
        seen.line, seen.moved_at_s = line, at_s

    def _choose(self, at_s: float) -> None:
        main = self._seen.get(self._main) if self._main else None
        if main is not None and not _counts_epochs(main.line):
            rest_s = _FULL_REST_S if main.is_full else _REST_S
            if at_s - main.moved_at_s < rest_s:
                return
        drawn = [k for k in self._seen if k[0] != _PLAIN] or list(self._seen)
        self._main = max(drawn, key=lambda key: self._weight(key, at_s), default=None)

    def _weight(self, key: Key, at_s: float) -> tuple[bool, float, float]:
        seen = self._seen[key]
        age_s = max(0.0, at_s - seen.moved_at_s)
        score = seen.score * 0.5 ** (age_s / _HALF_LIFE_S)
        return not _counts_epochs(seen.line), score, seen.moved_at_s

    def _around(self) -> BarLine | None:
        """Return the bar that counts the epochs around the main one."""
        lines = (s.line for k, s in self._seen.items() if k != self._main)
        return next((line for line in lines if _counts_epochs(line)), None)

    def _epoch_now(self) -> float | None:
        around = self._around()
        if self._epoch is None and around is not None and around.count is not None:
            return min(around.count + 1, around.total or around.count + 1)
        return self._epoch

    def _total(self, seen: _Seen) -> int | None:
        """Return the steps of the whole run, when the bars tell them."""
        if not seen.line.total:
            return None
        around = self._around()
        epochs: float | None = self._epochs
        if epochs is not None:
            epochs += self._is_from_zero  # 0/9 is the first of ten
        elif around is not None:
            epochs = around.total
        elif self._epoch is None and not seen.rounds:
            epochs = 1
        return int(seen.line.total * epochs) if epochs else None


def _shape(label: str) -> str:
    """Return a label without what changes from step to step: numbers, and the blanks
    that keep them in a column.
    """
    return _BLANKS.sub("", _NUMBERS.sub("#", label))


def _skipped(line: BarLine) -> float:
    """Return the steps of the epochs before the first one that was seen."""
    if line.epoch is None or line.total is None:
        return 0.0
    # Lightning, which names no last epoch, begins with 0.
    first = 0 if line.epochs is None or line.epoch == 0 else 1
    return (line.epoch - first) * line.total


def _is_other_work(line: BarLine) -> bool:
    return bool(_OTHER_WORK.search(line.label) or _BYTES.match(line.unit))


def _counts_epochs(line: BarLine) -> bool:
    is_named = line.epoch is None and _EPOCHS.search(line.label) is not None
    return line.unit in _EPOCH_UNITS or is_named


def _unit(line: BarLine) -> str:
    if _counts_epochs(line):
        return "epoch"
    unit = line.unit.lstrip("kKMGT") or line.unit
    # It is shown to a person, and a program can call it anything.
    return STEP if unit in _STEP_UNITS else re.sub(r"[^\w%.-]", "", unit)[:16]
