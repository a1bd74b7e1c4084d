"""The archive as one table: RFC 4180, columns as in `docs/export.md`."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
    Slice,
)
from traintray.core.export.figure_names import run_and_figure, unit
from traintray.core.export.order import Order, Watch
from traintray.core.export.proof_form import proof_object
from traintray.core.export.samples import hours
from traintray.core.export.texts import cell, moment, number

COLUMNS = (
    "record",
    "time",
    "end_time",
    "run",
    "name",
    "state",
    "value",
    "low",
    "high",
    "unit",
    "seconds",
    "text",
)
Row = dict[str, str]


def csv_pieces(reader: ArchiveReader, order: Order, watch: Watch) -> Iterator[bytes]:
    """Yield the table piece by piece: the records first, then samples by the hour."""
    yield _lines([{name: name for name in COLUMNS}])
    # What happened to a run may have happened after it was seen for the last time.
    numbers = {r.identity: r.number for r in reader.runs(0.0, order.until_s)}
    yield _lines(_records(reader, order, numbers))
    runs = reader.runs(order.since_s, order.until_s)
    for hour in hours(reader, order, runs, watch):
        times = [moment(at_s) for at_s in hour.times]
        for key, part in hour.series.items():
            yield _samples(key, part, times, numbers)


def _samples(
    key: str, part: Slice, times: Sequence[str], numbers: Mapping[str, int]
) -> bytes:
    """Return the rows of one series; where it has no sample there is none."""
    identity, figure = run_and_figure(key)
    name = _quoted(cell(figure))
    before = f",,{_run_number(identity, numbers)},{name},,"
    after = f",{unit(figure)},{number(part.bucket_s)},\r\n"
    is_single = part.bucket_s <= 0
    values = zip(times, part.mean, part.low, part.high, strict=True)
    return "".join(
        f"sample,{at}{before}{number(mean)},"
        f"{',' if is_single else f'{number(low)},{number(high)}'}{after}"
        for at, mean, low, high in values
        if mean == mean  # NaN is not itself
    ).encode()


def _records(
    reader: ArchiveReader, order: Order, numbers: Mapping[str, int]
) -> Iterator[Row]:
    since_s, until_s = order.since_s, order.until_s
    for run in reader.runs(since_s, until_s):
        yield from _run_rows(run)
    for episode in reader.episodes(since_s, until_s):
        yield from _episode_rows(episode, _run_number(episode.run_identity, numbers))
    for notice in reader.notices(since_s, until_s):
        yield _notice_row(notice, _run_number(notice.run_identity, numbers))
    for change in reader.knob_changes(since_s, until_s):
        yield from _knob_rows(change, _run_number(change.run_identity, numbers))


def _run_rows(run: RunRecord) -> Iterator[Row]:
    same = {"time": moment(run.started_at_s), "run": str(run.number)}
    end_s = run.last_seen_at_s if run.ended_at_s is None else run.ended_at_s
    yield {
        **same,
        "record": "run",
        "end_time": moment(run.ended_at_s),
        "name": cell(run.name),
        "seconds": number(round(max(0.0, end_s - run.started_at_s), 3)),
        "state": run.outcome.value,
        "text": cell(run.outcome_reason),
    }
    for name, text in _facts(run):
        yield {**same, "record": "run_fact", "name": cell(name), "text": cell(text)}
    for figure, spread in run.profile.items():
        yield {
            **same,
            "record": "run_figure",
            "name": cell(figure),
            "value": number(spread.mean),
            "high": number(spread.peak),
            "unit": unit(figure),
            "seconds": number(spread.measured_s),
        }
    for verdict in run.verdicts:
        yield {
            **same,
            "record": "run_verdict",
            "time": moment(verdict.first_at_s),
            "name": cell(verdict.kind),
            "seconds": number(verdict.stood_s),
        }


def _facts(run: RunRecord) -> Iterator[tuple[str, str]]:
    yield "identity", run.identity
    yield "command", shlex.join(run.command)
    if run.folder is not None:
        yield "folder", run.folder
    if run.model is not None:
        yield "model", run.model
    yield "framework", run.framework
    yield "root_pid", str(run.root_pid)
    yield "usable_cpus", number(run.usable_cpus)
    for name, fact in (("exit_status", run.exit_status), ("signal", run.signal)):
        if fact is not None:
            yield name, str(fact)
    yield "workers_died", str(run.workers_died)
    for role, most in run.roles.items():
        yield f"role.{role}", str(most)
    for name, value in (run.variables or {}).items():
        yield f"variable.{name}", value
    proof = proof_object(run.proof)
    if proof is not None:
        yield "proof", f"{proof['knob']}: {proof['verdict']}. {proof['why']}"


def _episode_rows(episode: EpisodeRecord, run: str) -> Iterator[Row]:
    end_s = episode.last_seen_at_s
    if episode.ended_at_s is not None:
        end_s = episode.ended_at_s
    same = {"time": moment(episode.onset_at_s), "run": run}
    yield {
        **same,
        "record": "episode",
        "end_time": moment(episode.ended_at_s),
        "name": cell(episode.kind),
        "state": cell(episode.severity),
        "seconds": number(round(max(0.0, end_s - episode.onset_at_s), 3)),
        "text": cell(episode.headline),
    }
    for key, (measured, threshold, counted) in episode.evidence.items():
        yield {
            **same,
            "record": "evidence",
            "name": cell(f"{episode.kind}.{key}"),
            "value": number(measured),
            "unit": cell(counted),
            "text": f"threshold {number(threshold)}",
        }


def _notice_row(notice: NoticeRecord, run: str) -> Row:
    return {
        "record": "notice",
        "time": moment(notice.at_s),
        "end_time": moment(notice.answered_at_s),
        "run": run,
        "name": cell(notice.kind),
        "state": cell(notice.answer or ""),
    }


def _knob_rows(change: KnobRecord, run: str) -> Iterator[Row]:
    for variable in sorted({*change.before, *change.after}):
        before, after = change.before.get(variable), change.after.get(variable)
        yield {
            "record": "knob_change",
            "time": moment(change.at_s),
            "run": run,
            "name": cell(f"{change.knob}.{variable}"),
            "state": cell(change.action),
            "text": cell(f"{_set_to(before)} → {_set_to(after)}"),
        }


def _set_to(value: str | None) -> str:
    return "not set" if value is None else value


def _run_number(identity: str | None, numbers: Mapping[str, int]) -> str:
    return str(numbers.get(identity, "")) if identity is not None else ""


def _quoted(text: str) -> str:
    """Return one cell as it stands in a row."""
    row = io.StringIO(newline="")
    csv.writer(row, lineterminator="").writerow([text])
    return row.getvalue()


def _lines(rows: Iterable[Row]) -> bytes:
    """Write rows with CRLF at their ends, quotes where a cell needs them."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")
