"""What the figures of an article are just now, for the run in question."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.library import CAP, Article
from traintray.core.detection.run import Role
from traintray.core.frame import Frame, RunView
from traintray.core.history.store import Store
from traintray.core.knobs.budget import core_budget
from traintray.core.progress.progress import Progress
from traintray.ui import format as fmt
from traintray.ui.window.history.figure_names import unit_of

translate = QCoreApplication.translate

_FRESH_S = 5.0
"""A figure that was not measured for longer is not told as the value of now."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One field above an article: a caption, a value, a line below it."""

    caption: str
    value: str
    below: str


def run_of(frame: Frame | None) -> RunView | None:
    """Return the run to speak of: one with an open episode, else the busiest."""
    if frame is None or not frame.runs:
        return None
    open_ones = [view for view in frame.runs if view.episode is not None]
    return (open_ones or list(frame.runs))[0]


def value_text(store: Store, view: RunView | None, figure: str, now_s: float) -> str:
    """Return the latest value of a figure with its unit, or a dash."""
    if view is None:
        return fmt.MISSING
    values = store.values(f"run.{view.run.key}.{figure}", now_s - _FRESH_S)
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return fmt.MISSING
    return fmt.evidence_value(known[-1], unit_of(figure))


def threads_that_fit(frame: Frame, view: RunView | None) -> tuple[int, str]:
    """Return the threads for a main process here, and the sum that gives them.

    The cores less the workers, but never fewer than half of the cores.
    """
    if view is None:
        cores = frame.machine.physical_cores
        return cores, str(cores)
    if view.advice is not None and view.advice.proposals:
        proposal = view.advice.proposals[0]
        if proposal.has_number:
            return proposal.value, proposal.arithmetic
    ranks = max(1, view.run.count(Role.RANK))
    cores = max(1, core_budget(view.run.usable_cpus) // ranks)
    workers = view.run.count(Role.WORKER) // ranks
    fits = max(1, cores - min(workers, cores // 2))
    return fits, f"{cores} − {cores - fits} = {fits}" if fits < cores else str(fits)


def setting_text(value: str, frame: Frame | None) -> str:
    """Return what to set a setting to on this machine."""
    if value != CAP:
        return value
    if frame is None:
        return fmt.MISSING
    return str(threads_that_fit(frame, run_of(frame))[0])


def facts(article: Article, frame: Frame | None, store: Store) -> tuple[Fact, ...]:
    """Return the four fields of an article."""
    view = run_of(frame)
    signal = article.signals[0]
    now = translate("Library", "Now")
    if frame is None or view is None:
        current = Fact(now, fmt.MISSING, translate("Library", "no run"))
    else:
        text = value_text(store, view, signal.figure, frame.at_s)
        current = Fact(now, text, signal.label)
    rule, below = article.rule
    if frame is not None and article.knobs:
        below = threads_that_fit(frame, view)[1]
    return (
        _machine(article.topic, frame),
        current,
        Fact(translate("Library", "Rule of thumb"), rule, below),
        Fact(translate("Library", "Takes effect"), *article.effect),
    )


def _machine(topic: str, frame: Frame | None) -> Fact:
    caption = translate("Library", "On this machine")
    if frame is None:
        return Fact(caption, fmt.MISSING, "")
    machine = frame.machine
    if topic == "memory":
        swap = translate("Library", "swap {size}")
        size = fmt.capacity(machine.swap_bytes) if machine.swap_bytes else "0"
        return Fact(caption, fmt.capacity(machine.memory_bytes), swap.format(size=size))
    if topic == "gpu":
        names = machine.gpu_names
        first = fmt.gpu_name(names[0]) if names else translate("Library", "none read")
        return Fact(caption, gpus_text(len(names)), first)
    cores = translate("Library", "{count} cores").format(count=machine.physical_cores)
    if machine.physical_cores == 1:
        cores = translate("Library", "1 core")
    logical = translate("Library", "{count} logical CPUs")
    return Fact(caption, cores, logical.format(count=machine.logical_cpus))


def gpus_text(count: int) -> str:
    """Return `1 GPU`, `4 GPUs`."""
    if count == 1:
        return translate("Library", "1 GPU")
    return translate("Library", "{count} GPUs").format(count=f"{count:,}")


def epoch_s(
    frame: Frame | None, dataset: int | None, batch: int | None
) -> float | None:
    """Return how long an epoch of the run takes, as far as it tells its speed.

    `batch` is what it is taken to have in each step, where it counts steps.
    """
    view = run_of(frame)
    progress = view.run.progress if view is not None else None
    if not isinstance(progress, Progress) or not progress.steps_per_s:
        return None
    if progress.unit == "epoch":
        return 1 / progress.steps_per_s
    if dataset is None or batch is None or progress.unit not in ("step", "it", "batch"):
        return None
    return math.ceil(dataset / batch) / progress.steps_per_s
