"""How fast and how far a run is, in words."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from traintray.core.progress.progress import STEP, Absent, Progress
from traintray.ui import format as fmt
from traintray.ui.joined import listed
from traintray.ui.spoken import spoken

translate = QCoreApplication.translate

_SLOW_PER_S = 0.5
"""Below, the time of one step is the more telling number."""
_EXACT_BELOW = 10


def speed_words(progress: Progress | Absent) -> str:
    """Return the speed, `9.5 steps/s` or `12 s per step`; empty when nobody tells."""
    if isinstance(progress, Absent) or progress.steps_per_s is None:
        return ""
    per_s, unit = progress.steps_per_s, progress.unit
    if per_s < _SLOW_PER_S:
        return _slow(unit).format(time=fmt.duration(1 / per_s), unit=unit)
    number = f"{per_s:.1f}" if per_s < _EXACT_BELOW else fmt.count(round(per_s))
    return _fast(unit).format(number=number, unit=unit)


def left_words(progress: Progress | Absent) -> str:
    """Return the time left, `12 min left`; empty when it is not known."""
    if isinstance(progress, Absent) or progress.left_s is None:
        return ""
    template = translate("ProgressWords", "{time} left")
    return template.format(time=fmt.duration(progress.left_s))


def progress_words(progress: Progress | Absent) -> str:
    """Return all that is known: speed, step, epoch, time left and source; or why
    nothing is.
    """
    if isinstance(progress, Absent):
        return spoken(progress.reason)
    parts = [
        speed_words(progress),
        _step(progress),
        _epoch(progress),
        left_words(progress),
        _source(progress),
    ]
    return listed(part for part in parts if part)


def _slow(unit: str) -> str:
    if unit == "epoch":
        return translate("ProgressWords", "{time} per epoch")
    if unit == STEP:
        return translate("ProgressWords", "{time} per step")
    return translate("ProgressWords", "{time} per {unit}")


def _fast(unit: str) -> str:
    if unit == "epoch":
        return translate("ProgressWords", "{number} epochs/s")
    if unit == STEP:
        return translate("ProgressWords", "{number} steps/s")
    return translate("ProgressWords", "{number} {unit}/s")


def _step(progress: Progress) -> str:
    if progress.step is None:
        return ""
    step = fmt.count(progress.step)
    if progress.total_steps is None:
        return translate("ProgressWords", "step {step}").format(step=step)
    template = translate("ProgressWords", "step {step} of {total}")
    return template.format(step=step, total=fmt.count(progress.total_steps))


def _epoch(progress: Progress) -> str:
    if progress.epoch is None:
        return ""
    number = f"{progress.epoch:.2f}".rstrip("0").rstrip(".")
    return translate("ProgressWords", "epoch {number}").format(number=number)


def _source(progress: Progress) -> str:
    if progress.source == "terminal":
        return translate("ProgressWords", "from its terminal")
    # A tooltip takes text with such brackets for HTML.
    name = PurePath(progress.where).name.replace("<", "‹")
    return translate("ProgressWords", "from {file}").format(file=name)
