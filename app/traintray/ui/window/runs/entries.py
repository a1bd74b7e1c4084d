"""The runs of the page as values: those that live, and those that are remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.detection.run import Role
from traintray.core.frame import Frame, RunView
from traintray.ui import format as fmt
from traintray.ui.kind_words import chip
from traintray.ui.popover_parts.words import chip_for
from traintray.ui.run_names import with_model
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate

LastFigure = Callable[[str, str], "tuple[float | None, float | None]"]
"""Mean and peak of a figure of a run, by the run's key, over what is in memory."""

_NO_FINDING = ("clear", "unknown")
_LEAST_S = 15.0
"""A verdict that stood for less was never told."""
_FRAMEWORKS = {
    "pytorch": "PyTorch",
    "tensorflow": "TensorFlow",
    "jax": "JAX",
    "xgboost": "XGBoost",
    "lightgbm": "LightGBM",
    "paddlepaddle": "PaddlePaddle",
    "scikit_learn": "scikit-learn",
    "catboost": "CatBoost",
    "mindspore": "MindSpore",
    "mxnet": "MXNet",
}


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One row of the table. A figure that is not known is None."""

    identity: str
    name: str
    detail: str
    """The model and the framework: `resnet50 · PyTorch`."""
    started_at_s: float
    """Seconds since 1970."""
    lasted_s: float
    state: str
    """What stands before the duration: `running`, `failed`; empty: it finished."""
    cpu_fraction: float | None
    gpu_fraction: float | None
    peak_bytes: float | None
    workers: int | None
    shape: Shape
    verdict: str
    view: RunView | None
    """None once it has ended."""
    record: RunRecord | None
    """None while it was not saved yet."""


def framework_name(framework: str) -> str:
    """Return a framework as people write it; empty when none is known."""
    return "" if framework == "unknown" else _FRAMEWORKS.get(framework, framework)


def entries(
    frame: Frame, records: Sequence[RunRecord], figure: LastFigure
) -> tuple[RunEntry, ...]:
    """Return the runs that live, the busiest first, and those that ended, newest first.

    A record that is still open although its run is not in the frame is shown as
    running: the app may be paused, or does not look at it.
    """
    by_key = {record.identity.rpartition("/")[2]: record for record in records}
    live = [
        _of_view(view, by_key.get(view.run.key), frame, figure) for view in frame.runs
    ]
    shown = {view.run.key for view in frame.runs}
    past = [
        _of_record(record, frame.wall_s)
        for record in records
        if record.identity.rpartition("/")[2] not in shown
    ]
    past.sort(key=lambda entry: -entry.started_at_s)
    return (*live, *past)


def _of_view(
    view: RunView, record: RunRecord | None, frame: Frame, figure: LastFigure
) -> RunEntry:
    run = view.run
    lasted_s = frame.at_s - run.started_at_s
    # The clock may have been set since; what was written down stands.
    started_at_s = record.started_at_s if record else frame.wall_s - lasted_s
    means = {
        name: _mean(record, name, figure(run.key, name)[0])
        for name in ("usable_busy_fraction", "gpu_busy_fraction")
    }
    shape, verdict = chip_for(view)
    peak = figure(run.key, "rss_bytes")[1]
    if record is not None and "rss_bytes" in record.profile:
        peak = max(peak or 0.0, record.profile["rss_bytes"].peak)
    return RunEntry(
        identity=run.key,
        name=run.name,
        detail=with_model(run, framework_name(run.framework)),
        started_at_s=started_at_s,
        lasted_s=lasted_s,
        state=translate("Runs", "running"),
        cpu_fraction=means["usable_busy_fraction"],
        gpu_fraction=means["gpu_busy_fraction"],
        peak_bytes=peak,
        workers=run.count(Role.WORKER),
        shape=shape,
        verdict=verdict,
        view=view,
        record=record,
    )


def _of_record(record: RunRecord, now_s: float) -> RunEntry:
    end_s = now_s if record.ended_at_s is None else record.ended_at_s
    shape, verdict = chip_of(record)
    peak = record.profile.get("rss_bytes")
    return RunEntry(
        identity=record.identity.rpartition("/")[2],
        name=record.name,
        detail=with_model(record, framework_name(record.framework)),
        started_at_s=record.started_at_s,
        lasted_s=max(0.0, end_s - record.started_at_s),
        state=state_word(record.outcome),
        cpu_fraction=_mean(record, "usable_busy_fraction", None),
        gpu_fraction=_mean(record, "gpu_busy_fraction", None),
        peak_bytes=peak.peak if peak is not None else None,
        workers=record.roles.get("worker", 0) if record.roles else None,
        shape=shape,
        verdict=verdict,
        view=None,
        record=record,
    )


def chip_of(record: RunRecord) -> tuple[Shape, str]:
    """Return what is said of a run that ended: what stood longest, if it was told."""
    if record.outcome is Outcome.OUT_OF_MEMORY:
        return Shape.CRITICAL, translate("Runs", "Out of memory")
    found = [
        verdict
        for verdict in record.verdicts
        if verdict.kind not in _NO_FINDING and verdict.stood_s >= _LEAST_S
    ]
    if found:
        longest = max(found, key=lambda verdict: verdict.stood_s)
        shape = Shape.CRITICAL if longest.kind == "swapping" else Shape.ATTENTION
        return shape, chip(longest.kind)
    if any(verdict.kind == "clear" for verdict in record.verdicts):
        return Shape.OK, translate("Runs", "Healthy")
    return Shape.WAITING, translate("Runs", "Not judged")


def state_word(outcome: Outcome) -> str:
    """Return how a run ended in a word; nothing when it ended as it should."""
    return {
        Outcome.RUNNING: translate("Runs", "running"),
        Outcome.FINISHED: "",
        Outcome.FAILED: translate("Runs", "failed"),
        Outcome.KILLED: translate("Runs", "killed"),
        Outcome.OUT_OF_MEMORY: translate("Runs", "killed"),
        Outcome.ENDED: "",
    }[outcome]


def duration_of(seconds: float) -> str:
    """Return a time, from a minute on without seconds: `4 min`, `2 h 46 min`."""
    return fmt.duration(seconds if seconds < 60 else seconds - seconds % 60)


def _mean(record: RunRecord | None, name: str, otherwise: float | None) -> float | None:
    if record is not None and name in record.profile:
        return record.profile[name].mean
    return otherwise
