"""How fast a run goes, as a line of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from traintray.cli.streams import plain
from traintray.core.advice import numerals
from traintray.core.progress.progress import STEP, Absent, Progress

_SLOW_PER_S = 0.5
"""Below, the time of one step is the more telling number."""
_EXACT_BELOW = 10
_SOURCES = {
    "terminal": "from its terminal",
    "output": "from its output",
    "tensorboard": "from its TensorBoard log",
}


def speed_line(progress: Progress | Absent) -> str:
    """Return the line that `diagnose` prints."""
    if isinstance(progress, Absent):
        return f"  Speed: not known. {plain(progress.reason)}"
    return f"  Speed: {', '.join(_parts(progress))}."


def progress_object(progress: Progress | Absent) -> dict[str, Any]:
    """Return the progress for programs. A number that nobody tells is null, with its
    reason in `missing`.
    """
    if isinstance(progress, Absent):
        return {"source": None, "missing": {"source": str(progress.reason)}}
    return {
        "source": progress.source,
        "file": progress.where or None,
        "unit": progress.unit,
        "step": progress.step,
        "steps_per_s": progress.steps_per_s,
        "epoch": progress.epoch,
        "total_steps": progress.total_steps,
        "left_s": progress.left_s,
        "missing": {name: gap.detail for name, gap in progress.gaps.items()},
    }


def _parts(progress: Progress) -> Iterator[str]:
    yield _speed(progress)
    if progress.step is not None:
        total = progress.total_steps
        of = "" if total is None else f" of {numerals.whole(total)}"
        name = STEP if progress.unit == STEP else plain(progress.unit)
        yield f"{name} {numerals.whole(progress.step)}{of}"
    if progress.epoch is not None:
        yield f"epoch {numerals.ratio(progress.epoch)}"
    if progress.left_s is not None:
        yield f"{numerals.duration(progress.left_s)} left"
    name = plain(PurePath(progress.where).name)
    yield _SOURCES.get(progress.source, f"from {name}")


def _speed(progress: Progress) -> str:
    per_s = progress.steps_per_s
    if per_s is None:
        return f"not known yet ({progress.gaps['steps_per_s'].detail})"
    unit = plain(progress.unit)
    if per_s < _SLOW_PER_S:
        return f"{numerals.short(1 / per_s)} s per {unit}"
    number = numerals.short if per_s < _EXACT_BELOW else numerals.whole
    name = unit if progress.unit not in (STEP, "epoch") else f"{unit}s"
    return f"{number(per_s)} {name}/s"
