"""`traintray runs`: the runs that are remembered, and how they ended."""

from __future__ import annotations

import argparse
import math
import signal
import time
from collections.abc import Sequence

from traintray.cli.remembered import CannotAnswerError, history, told
from traintray.cli.run_json import SCHEMA
from traintray.cli.streams import plain, print_json, shortened
from traintray.core.advice import numerals
from traintray.core.advice.texts import Texts
from traintray.core.archive.errors import NoHistoryError
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.export.json_form import run_object
from traintray.core.runs.still_there import as_it_stands

_HEAD = ("No.", "Run", "Started", "Lasted", "Outcome", "Verdicts")
_LONGEST_NAME = 32
_NO_FINDING = ("clear", "unknown")
_NBSP = "\N{NO-BREAK SPACE}"


def run(args: argparse.Namespace) -> int:
    """Print the runs; return the exit status."""
    since_s = 0.0 if args.since is None else args.since
    try:
        with history() as reader:
            found = [as_it_stands(one) for one in reader.runs(since_s, math.inf)]
    except CannotAnswerError as error:
        if not (args.json and isinstance(error.__cause__, NoHistoryError)):
            return told(error)
        found = []
    if args.json:
        print_json({"schema": SCHEMA, "runs": [run_object(one) for one in found]})
    elif found:
        print("\n".join(_table(found, time.time())))
    else:
        since = "yet" if args.since is None else "in that time"
        print(f"No training run was seen {since}.")
    return 0


def _table(runs: Sequence[RunRecord], now_s: float) -> list[str]:
    rows = [_HEAD, *(_row(one, now_s) for one in runs)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEAD))]
    return [
        "  ".join(
            cell.rjust(width) if at == 0 else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(one: RunRecord, now_s: float) -> tuple[str, ...]:
    end_s = now_s if one.ended_at_s is None else one.ended_at_s
    lasted = numerals.duration(max(0.0, end_s - one.started_at_s))
    return (
        str(one.number),
        plain(shortened(one.name, _LONGEST_NAME)),
        time.strftime("%Y-%m-%d %H:%M", time.localtime(one.started_at_s)),
        lasted.replace(_NBSP, " "),
        outcome_text(one),
        ", ".join(_verdicts(one)) or "-",
    )


def outcome_text(one: RunRecord) -> str:
    """Return how a run ended, in a few words."""
    status = f"exit status {one.exit_status}"
    text = {
        Outcome.RUNNING: "running",
        Outcome.FINISHED: "finished",
        Outcome.FAILED: f"failed, {status}",
        Outcome.KILLED: f"killed, {_signal_name(one.signal)}",
        Outcome.OUT_OF_MEMORY: "killed, out of memory",
        Outcome.ENDED: "ended, not known how",
    }[one.outcome]
    if not one.workers_died:
        return text
    noun = "worker" if one.workers_died == 1 else "workers"
    return f"{text}; {one.workers_died} {noun} died"


def _signal_name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return f"signal {number}"


def _verdicts(one: RunRecord) -> list[str]:
    """Return what was found, what stood longest first."""
    texts = Texts("en")
    found = sorted(one.verdicts, key=lambda verdict: -verdict.stood_s)
    names = []
    for verdict in found:
        if verdict.kind in _NO_FINDING:
            continue
        try:
            names.append(str(texts.page(verdict.kind)["chip"]).lower())
        except FileNotFoundError:  # from a newer version
            names.append(plain(verdict.kind))
    return names
