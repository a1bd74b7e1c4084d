"""What the Runs page says of one run."""

from __future__ import annotations

import signal
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.runs.outcome import reason
from traintray.ui import format as fmt
from traintray.ui.joined import sentences
from traintray.ui.kind_words import chip
from traintray.ui.spoken import spoken
from traintray.ui.window.runs.entries import RunEntry, duration_of
from traintray.ui.window.runs.role_past import Projection

translate = QCoreApplication.translate

_CAPS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Named also when they are not set: these are what a cap sets."""
_DOT = f" {fmt.DOT} "


def of_recording() -> str:
    """Return what is listed of a recording."""
    return translate(
        "Runs",
        "Of a recording, only the runs that train at this moment are listed: it is not"
        " remembered.",
    )


def why_empty(trouble: str | None, since_s: float | None) -> str:
    """Return why there is no run, or since when it is being looked: `trouble` is None
    then. `since_s`: seconds since 1970.
    """
    if trouble is None:
        template = translate("Runs", "Reading the history, since {time}.")
        return template.format(time=fmt.clock(since_s))
    return trouble or translate("Runs", "No training run was seen yet.")


def under_name(entry: RunEntry) -> str:
    """Return what stands beside the name: `PyTorch · PID 7 · running 4 min 20 s`."""
    pid = entry.view.run.root_pid if entry.view is not None else None
    if entry.record is not None:
        pid = pid or entry.record.root_pid
    parts = [entry.detail]
    if pid is not None:
        parts.append(translate("Runs", "PID {pid}").format(pid=pid))
    parts.append(_outcome(entry))
    return _DOT.join(part for part in parts if part)


def _outcome(entry: RunEntry) -> str:
    record, lasted = entry.record, fmt.duration(entry.lasted_s)
    if entry.view is not None or record is None or record.outcome is Outcome.RUNNING:
        return translate("Runs", "running {duration}").format(duration=lasted)
    if record.outcome is Outcome.FAILED:
        text = translate("Runs", "failed after {duration}, exit status {status}")
        return text.format(duration=lasted, status=record.exit_status)
    if record.outcome is Outcome.KILLED:
        text = translate("Runs", "killed after {duration}, {signal}")
        return text.format(duration=lasted, signal=signal_name(record.signal))
    text = {
        Outcome.FINISHED: translate("Runs", "finished after {duration}"),
        Outcome.OUT_OF_MEMORY: translate(
            "Runs", "killed after {duration}, out of memory"
        ),
        Outcome.ENDED: translate("Runs", "ended after {duration}"),
    }[record.outcome]
    return text.format(duration=lasted)


def signal_name(number: int | None) -> str:
    """Return `SIGKILL` for 9; the number of one without a name."""
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return translate("Runs", "signal {number}").format(number=number)


def how_it_ended(record: RunRecord) -> str:
    """Return the reason of the outcome, and what died before."""
    said = spoken(reason(record.outcome_reason))
    if not record.workers_died:
        return said
    died = translate("Runs", "Workers that died: {count}.")
    return sentences(said, died.format(count=record.workers_died)).strip()


def caps_text(variables: Mapping[str, str] | None) -> str:
    """Return the thread variables in force: `OMP_NUM_THREADS 8 · …`."""
    if variables is None:
        return translate("Runs", "its environment may not be read")
    told = [
        translate("Runs", "{name} not set").format(name=name)
        for name in _CAPS
        if name not in variables
    ]
    return _DOT.join([f"{n} {value}" for n, value in variables.items()] + told)


def verdict_times(record: RunRecord) -> str:
    """Return for how long each verdict stood: `Too many threads 4 min · …`."""
    names = {
        "clear": translate("Runs", "Healthy"),
        "unknown": translate("Runs", "Not judged"),
    }
    found = sorted(record.verdicts, key=lambda verdict: -verdict.stood_s)
    return _DOT.join(
        f"{names.get(v.kind) or chip(v.kind)} {duration_of(v.stood_s)}" for v in found
    )


def growth_text(ahead: Projection | None) -> str:
    """Return where memory leads; nothing when it does not grow."""
    if ahead is None:
        return ""
    text = translate("Runs", "Memory of the main process grows {growth}.")
    if ahead.of_workers:
        text = translate("Runs", "Memory of the workers grows {growth}.")
    said = text.format(growth=fmt.growth(ahead.bytes_per_s))
    if ahead.full_in_s is None:
        return said
    full = translate("Runs", "At this rate it is full in {duration}.")
    return sentences(said, full.format(duration=duration_of(ahead.full_in_s)))


def pile_text(run: TrainingRun) -> str:
    """Return whether worker processes pile up; nothing when they do not."""
    trends = run.trends
    if not trends.worker_rises or not trends.workers_added:
        return ""
    text = translate(
        "Runs",
        "Workers pile up: {count} now, {added} more than at first; they rose"
        " {rises} times in 10 min.",
    )
    return text.format(
        count=run.count(Role.WORKER),
        added=trends.workers_added,
        rises=trends.worker_rises,
    )
