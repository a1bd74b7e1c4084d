"""`traintray diagnose`: watch for a while, then say what stands of every run."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence

from traintray.cli.chosen import chosen_settings, terminals
from traintray.cli.finding_text import finding_lines
from traintray.cli.progress import progress_line
from traintray.cli.run_json import (
    SCHEMA,
    unreadable_object,
    user_name,
    view_object,
)
from traintray.cli.run_names import titled
from traintray.cli.speed_text import speed_line
from traintray.cli.streams import complain, plain, print_json, tell
from traintray.cli.watching import Watch, watch
from traintray.core.advice import numerals
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.diagnosis.engine import MORE_TIME, STARTING
from traintray.core.diagnosis.verdict import Clear, Finding, Unknown
from traintray.core.frame import RunView
from traintray.core.knobs.arithmetic import counted
from traintray.core.sampling.clock import SystemClock
from traintray.settings.tuning import tuning_of

_MOST_NAMES = 3
"""Processes named in one sentence; the others are counted."""


def run(args: argparse.Namespace) -> int:
    """Watch for `args.seconds` and print a verdict per run; return the exit status."""
    pid: int | None = args.pid
    if pid is not None and not _exists(pid):
        tell(f"traintray diagnose: there is no process {pid}\n")
        return 2
    chosen = chosen_settings()
    clock = SystemClock()
    pipeline = build_pipeline(
        Wishes(
            sustained_s=chosen.sustained_s,
            tuning=tuning_of(chosen),
            forced_pid=pid,
            clock=clock,
            terminals=terminals(),
        )
    )
    seen = watch(pipeline, clock, args.seconds, progress_line)
    if _is_blind(seen):
        return 1
    views = [v for v in seen.runs.values() if pid is None or v.run.traits.is_chosen]
    hidden = tuple(seen.unreadable.values())
    if args.json:
        found = {
            "schema": SCHEMA,
            "runs": [view_object(view) for view in views],
            "unreadable": [unreadable_object(one) for one in hidden],
        }
        print_json(found)
    else:
        print("\n\n".join(view_lines(views, args.explain)) or nothing_seen(pid, hidden))
    return 0


def _is_blind(seen: Watch) -> bool:
    """Say so when the processes could not be seen, so that there is no verdict."""
    gap = seen.last_frame and seen.last_frame.gaps.get("processes")
    if gap:
        complain(f"no run can be seen: {gap.detail}")
    return gap is not None


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


def view_lines(views: Iterable[RunView], explain: bool) -> list[str]:
    """Return what stands of each run, one text of several lines for each."""
    return [
        "\n".join([_head(view), speed_line(view.run.progress), *_body(view, explain)])
        for view in views
    ]


def _head(view: RunView) -> str:
    run = view.run
    cpus = numerals.short(run.usable_cpus.count)
    return (
        f"{titled(run)} · PID {run.root_pid} · {run.framework} · "
        f"{counted(len(run.members), 'process')}, may use {cpus} CPU"
        f"{'' if run.usable_cpus.count == 1 else 's'}"
    )


def _body(view: RunView, explain: bool) -> Iterable[str]:
    if isinstance(view.verdict, Clear):
        yield "  Nothing to change: no rule holds."
    elif isinstance(view.verdict, Unknown):
        yield f"  Cannot tell: {_missing(view.verdict)}"
    elif isinstance(view.verdict, Finding) and view.advice is not None:
        yield from finding_lines(view.advice, explain)


def _missing(verdict: Unknown) -> str:
    if verdict.missing == (MORE_TIME,):
        return "it was not watched for long enough."
    if verdict.missing == (STARTING,):
        return "it is still starting."
    return "could not read " + ", ".join(verdict.missing)
