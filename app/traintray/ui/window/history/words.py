"""What the tables of the History page say of an episode and of a run."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.told import told
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    Outcome,
    RunRecord,
)
from traintray.core.diagnosis.verdict import Severity, Unit
from traintray.ui import format as fmt
from traintray.ui.joined import listed, with_detail
from traintray.ui.state_shape import Shape, shape_of_severity
from traintray.ui.window.history.days import end_of
from traintray.ui.window.history.figure_names import figure_name, known_name

translate = QCoreApplication.translate

_READY = ("demand_threads", "all_runs_demand_threads")
_TELLING = (*_READY, "gpu_busy_fraction")
"""What is told of an episode if it was measured: how many threads, how idle the GPU."""


def severity_shape(episode: EpisodeRecord) -> Shape:
    """Return the shape of an episode."""
    try:
        return shape_of_severity(Severity(episode.severity))
    except ValueError:  # a newer version has more of them
        return Shape.ATTENTION


def lasted(record: EpisodeRecord | RunRecord, now_s: float) -> str:
    """Return how long a run or an episode was: `4 min, open`."""
    start_s = record.onset_at_s if isinstance(record, EpisodeRecord) else _start(record)
    length_s = max(0.0, end_of(record, now_s) - start_s)
    text = fmt.duration(length_s if length_s < 60 else length_s - length_s % 60)
    if not is_open(record):
        return text
    if isinstance(record, RunRecord):
        return with_detail(text, translate("History", "running"))
    return with_detail(text, translate("History", "open"))


def is_open(record: EpisodeRecord | RunRecord) -> bool:
    """Return whether it goes on."""
    return record.ended_at_s is None


def value_text(value: float, unit: str) -> str:
    """Return a number in its unit; one of a unit from a newer version as it is."""
    try:
        return fmt.evidence_value(value, Unit(unit))
    except ValueError:
        return f"{value:g}"


def peak(episode: EpisodeRecord) -> str:
    """Return the number that says most, or was furthest beyond its threshold."""
    if not episode.evidence:
        return fmt.MISSING
    key = next((each for each in _TELLING if each in episode.evidence), None)
    if key is None:
        key = max(episode.evidence, key=lambda each: _excess(episode.evidence[each]))
    measured, _, unit = episode.evidence[key]
    short = _short(key)
    if short:
        return short.format(count=value_text(measured, unit))
    labels = told(episode.told).labels
    name = known_name(key) or labels.get(key) or figure_name(key)
    return f"{name} {value_text(measured, unit)}"


def _short(key: str) -> str:
    """Return how a figure is told where there is little room; empty: by its name."""
    if key in _READY:
        return translate("History", "{count} ready threads")
    if key == "gpu_temperature_celsius":
        return translate("History", "GPU {count}")
    return ""


def _excess(numbers: tuple[float, float, str]) -> float:
    """Return how far a value lies from its threshold, on whichever side."""
    measured, threshold, _ = numbers
    if measured <= 0 or threshold <= 0:
        return 0.0
    return abs(math.log(measured / threshold))


def knob_text(change: KnobRecord | None) -> str:
    """Return what a change did, in short: `threads 16 → 8`."""
    if change is None:
        return fmt.MISSING
    if change.knob == "thread_cap":
        before = next(filter(None, change.before.values()), None)
        after = next(filter(None, change.after.values()), None)
        return _cap_text(before, after)
    return variables_text(change)


def _cap_text(before: str | None, after: str | None) -> str:
    """Say how many threads were allowed, before and since."""
    if after is None:
        return translate("History", "no cap")
    if before is None or before == after:
        return translate("History", "threads {after}").format(after=after)
    text = translate("History", "threads {before} → {after}")
    return text.format(before=before, after=after)


def variables_text(change: KnobRecord) -> str:
    """Return what a change did to variables: `OMP_NUM_THREADS 16 → 8, 1 more`."""
    unset = translate("History", "not set")
    told_of = {
        name: (change.before.get(name), after)
        for name, after in change.after.items()
        if change.before.get(name) != after
    }
    if not told_of:
        return change.knob
    name, (before, after) = next(iter(told_of.items()))
    text = translate("History", "{name} {before} → {after}").format(
        name=name, before=before or unset, after=after or unset
    )
    if len(told_of) == 1:
        return text
    more = translate("History", "{count} more").format(count=len(told_of) - 1)
    return with_detail(text, more)


def setting_text(change: KnobRecord) -> str:
    """Return what a change has set, as a shell writes it: `OMP_NUM_THREADS=8`."""
    return listed(
        f"{name}={value}" for name, value in change.after.items() if value is not None
    )


def outcome(run: RunRecord) -> str:
    """Return how a run ended: `Ended with an error, exit status 1`."""
    text = {
        Outcome.RUNNING: translate("History", "Running"),
        Outcome.FINISHED: translate("History", "Finished"),
        Outcome.FAILED: translate("History", "Ended with an error"),
        Outcome.KILLED: translate("History", "Killed"),
        Outcome.OUT_OF_MEMORY: translate("History", "Killed, out of memory"),
        Outcome.ENDED: translate("History", "Ended"),
    }[run.outcome]
    if run.outcome is Outcome.FAILED and run.exit_status is not None:
        status = translate("History", "exit status {status}")
        return with_detail(text, status.format(status=run.exit_status))
    if run.outcome is Outcome.KILLED and run.signal is not None:
        number = translate("History", "signal {number}")
        return with_detail(text, number.format(number=run.signal))
    return text


def outcome_shape(run: RunRecord) -> Shape:
    """Return the shape of an outcome: only what went wrong has a hue."""
    if run.outcome is Outcome.OUT_OF_MEMORY:
        return Shape.CRITICAL
    if run.outcome in (Outcome.FAILED, Outcome.KILLED) or run.workers_died:
        return Shape.ATTENTION
    if run.outcome is Outcome.FINISHED:
        return Shape.OK
    return Shape.WAITING if run.outcome is Outcome.RUNNING else Shape.NO_DATA


def roles_text(roles: Mapping[str, int]) -> str:
    """Return the most processes that were seen at once: `1 main, 8 workers`."""
    names = {
        "main": translate("History", "{count} main"),
        "rank": translate("History", "{count} ranks"),
        "worker": translate("History", "{count} workers"),
    }
    return listed(
        names[role].format(count=count)
        for role, count in roles.items()
        if count and role in names
    )


def _start(run: RunRecord) -> float:
    return run.started_at_s
