"""`traintray diagnose`: watch for a while, then say what stands of every run."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence

from traintray.cli.run_json import (
    SCHEMA,
    unreadable_object,
    user_name,
    view_object,
)
from traintray.cli.streams import plain
from traintray.cli.watching import progress_line, watch
from traintray.core.advice import numerals
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.diagnosis.engine import MORE_TIME, STARTING
from traintray.core.diagnosis.verdict import Clear, Finding, Unknown
from traintray.core.frame import RunView
from traintray.core.knobs.arithmetic import counted
from traintray.core.sampling.clock import SystemClock
from traintray.settings import settings
from traintray.settings.folders import Folders

_MOST_NAMES = 3
"""Processes named in one sentence; the others are counted."""


def run(args: argparse.Namespace) -> int:
    """Watch for `args.seconds` and print a verdict per run; return the exit status."""
    pid: int | None = args.pid
    if pid is not None and not _exists(pid):
        print(f"traintray diagnose: there is no process {pid}", file=sys.stderr)
        return 2
    chosen, _ = settings.load(Folders.find().settings_file)
    clock = SystemClock()
    pipeline = build_pipeline(
        Wishes(sustained_s=chosen.sustained_s, forced_pid=pid, clock=clock)
    )
    seen = watch(pipeline, clock, args.seconds, progress_line)
    views = [v for v in seen.runs.values() if pid is None or v.run.traits.is_chosen]
    hidden = tuple(seen.unreadable.values())
    if args.json:
        found = {
            "schema": SCHEMA,
            "runs": [view_object(view) for view in views],
            "unreadable": [unreadable_object(one) for one in hidden],
        }
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n\n".join(_lines(views)) or nothing_seen(pid, hidden))
    return 0


def _exists(pid: int) -> bool:
    return pid > 0 and os.path.exists(f"/proc/{pid}")  # noqa: PTH110


def nothing_seen(pid: int | None, hidden: Sequence[UnreadableProcess]) -> str:
    """Say that no run was seen, and what could not be looked into.

    `pid` is the process that was asked for, `hidden` are busy Python processes, mostly
    of other users, whose libraries may not be read.
    """
    if pid is not None:
        return f"Process {pid} ended before anything could be said of it."
    if hidden:
        names = ", ".join(_hidden(one) for one in hidden[:_MOST_NAMES])
        more = len(hidden) - _MOST_NAMES
        return (
            "No training run of yours was seen. "
            f"{counted(len(hidden), 'busy Python process')} "
            f"could not be looked into, and may be one: {names}"
            f"{f' and {more} more' if more > 0 else ''}. To see the runs of another "
            "user, run traintray as that user or as root."
        )
    return (
        "No training run was seen. traintray notices Python processes that have "
        "PyTorch, TensorFlow, JAX or another training library loaded and compute."
    )


def _hidden(one: UnreadableProcess) -> str:
    return f"{plain(one.name)} (PID {one.pid}, user {user_name(one.owner_uid)})"


def _lines(views: Iterable[RunView]) -> list[str]:
    return ["\n".join([_head(view), *_body(view)]) for view in views]


def _head(view: RunView) -> str:
    run = view.run
    cpus = numerals.short(run.usable_cpus.count)
    return (
        f"{plain(run.name)} · PID {run.root_pid} · {run.framework} · "
        f"{counted(len(run.members), 'process')}, may use {cpus} CPU"
        f"{'' if run.usable_cpus.count == 1 else 's'}"
    )


def _body(view: RunView) -> Iterable[str]:
    if isinstance(view.verdict, Clear):
        yield "  Nothing to change: no rule holds."
    elif isinstance(view.verdict, Unknown):
        yield f"  Cannot tell: {_missing(view.verdict)}"
    elif isinstance(view.verdict, Finding) and view.advice is not None:
        advice = view.advice
        yield f"  {advice.chip}: {plain(advice.title)}"
        width = max((len(row.label) for row in advice.rows), default=0)
        for row in advice.rows:
            mark = "!" if row.evidence.crossed else " "
            value = numerals.measured(row.evidence)
            yield f"  {mark} {row.label:<{width}}  {value:>10}  {row.threshold_text}"
        yield f"  {plain(advice.why)}"
        for number, step in enumerate(advice.steps, start=1):
            yield f"  {number}. {plain(step.title)} {plain(step.text)}"
            for line in (step.snippet or "").splitlines():
                yield f"       {plain(line)}"
        for note in advice.notes:
            yield f"  Note: {plain(note)}"


def _missing(verdict: Unknown) -> str:
    if verdict.missing == (MORE_TIME,):
        return "it was not watched for long enough."
    if verdict.missing == (STARTING,):
        return "it is still starting."
    return "could not read " + ", ".join(verdict.missing)
