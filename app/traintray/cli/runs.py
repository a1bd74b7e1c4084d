"""`traintray runs`: the runs that are remembered, and how they ended."""

from __future__ import annotations

import argparse
import math
import signal
import time
from collections.abc import Sequence

from traintray.cli.came_of import verdict_words
from traintray.cli.chosen import env_file_path
from traintray.cli.measured import measured_in, measuring_words
from traintray.cli.remembered import CannotAnswerError, history, told
from traintray.cli.run_json import SCHEMA
from traintray.cli.run_names import titled
from traintray.cli.streams import plain, print_json
from traintray.core.advice import numerals
from traintray.core.advice.texts import Texts
from traintray.core.archive.errors import NoHistoryError
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.export.json_form import run_object
from traintray.core.knobs.envfile import EnvFile
from traintray.core.proof.outcome import proof_of
from traintray.core.proof.saying import written_speed
from traintray.core.proof.under_way import Measuring
from traintray.core.runs.still_there import as_it_stands
from traintray.settings.folders import Folders

_HEAD = ("No.", "Run", "Started", "Lasted", "Outcome")
_SPEED, _CHANGE, _VERDICTS = "Speed", "Knob", "Verdicts"
_NO_FINDING = ("clear", "unknown")
_NOTHING = "-"
_NBSP = "\N{NO-BREAK SPACE}"

_Row = tuple[str, ...]


def run(args: argparse.Namespace) -> int:
    """Print the runs; return the exit status."""
    since_s = 0.0 if args.since is None else args.since
    now_s = time.time()
    cases: tuple[Measuring, ...] = ()
    try:
        with history() as reader:
            found = [as_it_stands(one) for one in reader.runs(since_s, math.inf)]
            cases = () if args.json else _measured(reader, now_s)
    except CannotAnswerError as error:
        if not (args.json and isinstance(error.__cause__, NoHistoryError)):
            return told(error)
        found = []
    if args.json:
        print_json({"schema": SCHEMA, "runs": [run_object(one) for one in found]})
    elif found:
        print("\n".join(_table(found, cases, now_s)))
    else:
        since = "yet" if args.since is None else "in that time"
        print(f"No training run was seen {since}.")
    return 0


def _measured(reader: ArchiveReader, now_s: float) -> tuple[Measuring, ...]:
    folders = Folders.find()
    env_file = EnvFile(env_file_path(folders), folders.state_dir)
    return measured_in(reader, env_file, now_s)


def _table(
    runs: Sequence[RunRecord], cases: Sequence[Measuring], now_s: float
) -> list[str]:
    measured = {case.run: case for case in cases}
    rows = [_HEAD, *(_row(one, now_s) for one in runs)]
    rows = _with(rows, _SPEED, [_speed(one) for one in runs])
    rows = _with(
        rows, _CHANGE, [_change(one, measured.get(one.identity)) for one in runs]
    )
    told = [", ".join(_verdicts(one)) or _NOTHING for one in runs]
    rows = [(*row, cell) for row, cell in zip(rows, (_VERDICTS, *told), strict=True)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if at == 0 else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(one: RunRecord, now_s: float) -> _Row:
    end_s = now_s if one.ended_at_s is None else one.ended_at_s
    lasted = numerals.duration(max(0.0, end_s - one.started_at_s))
    return (
        str(one.number),
        titled(one),
        time.strftime("%Y-%m-%d %H:%M", time.localtime(one.started_at_s)),
        lasted.replace(_NBSP, " "),
        outcome_text(one),
    )


def _with(rows: list[_Row], name: str, cells: Sequence[str]) -> list[_Row]:
    """Return the rows with one more column, if there is anything in it."""
    if not any(cells):
        return rows
    column = (name, *(cell or _NOTHING for cell in cells))
    return [(*row, cell) for row, cell in zip(rows, column, strict=True)]


def _speed(one: RunRecord) -> str:
    """Return steps and speed as the run itself tells them; empty where it does not."""
    speed, step = one.profile.get("steps_per_s"), one.profile.get("step")
    if speed is None:
        return ""
    unit = plain(one.course.unit if one.course is not None else "") or "step"
    per_s = f"{written_speed(speed.mean)} {unit}/s"
    return per_s if step is None else f"{per_s}, {numerals.whole(step.peak)} done"


def _change(one: RunRecord, case: Measuring | None) -> str:
    """Return which knob the run was the first to have, and what came of it or until
    when it is measured.
    """
    if case is not None:
        return f"{case.change.knob}: {measuring_words(case)}"
    proof = proof_of(one)
    return "" if proof is None else f"{proof.change.knob}: {verdict_words(proof)}"


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
