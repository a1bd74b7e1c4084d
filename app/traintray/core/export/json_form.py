"""The archive as one JSON object: `docs/export.md`, `docs/export.schema.json`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
    Slice,
    Spread,
)
from traintray.core.export.figure_names import run_and_figure, unit
from traintray.core.export.order import Order, Watch
from traintray.core.export.proof_form import proof_object
from traintray.core.export.samples import Hour, hours
from traintray.core.export.texts import number, sound

SCHEMA = 1


def json_pieces(
    reader: ArchiveReader, order: Order, watch: Watch, made_by: str
) -> Iterator[bytes]:
    """Yield the object in pieces; a record and a series of an hour are a line each."""
    since_s, until_s = order.since_s, order.until_s
    head = {
        "format": "traintray-export",
        "schema": SCHEMA,
        "made_by": made_by,
        "since_s": since_s,
        "until_s": until_s,
    }
    runs = reader.runs(since_s, until_s)
    yield (_text(head)[:-1] + ",\n").encode()
    yield _list("runs", map(run_object, runs))
    yield _list("episodes", map(_episode, reader.episodes(since_s, until_s)))
    yield _list("notices", map(_notice, reader.notices(since_s, until_s)))
    changes = map(_knob_change, reader.knob_changes(since_s, until_s))
    yield _list("knob_changes", changes)
    yield b'"samples": ['
    comma = ""
    for hour in hours(reader, order, runs, watch):
        yield f"{comma}\n{_block(hour)}".encode()
        comma = ","
    yield b"\n]}\n"


def _list(name: str, objects: Iterator[dict[str, Any]]) -> bytes:
    lines = ",\n".join(map(_text, objects))
    return f'"{name}": [{lines}],\n'.encode()


def _block(hour: Hour) -> str:
    times = ",".join(f"{at_s:.3f}" for at_s in hour.times)
    series = ",\n".join(_series(key, part) for key, part in hour.series.items())
    length = number(hour.bucket_s)
    return f'{{"bucket_s": {length}, "times_s": [{times}], "series": [\n{series}]}}'


def _series(key: str, part: Slice) -> str:
    identity, figure = run_and_figure(key)
    head = _text({"run": identity, "figure": figure, "unit": unit(figure)})
    columns = {"mean": part.mean}
    if part.bucket_s > 0:
        columns |= {"low": part.low, "high": part.high}
    written = (
        f'"{name}": [{",".join(number(value) or "null" for value in values)}]'
        for name, values in columns.items()
    )
    return f"{head[:-1]}, {', '.join(written)}}}"


def _text(value: dict[str, Any]) -> str:
    return json.dumps(_clean(value), ensure_ascii=False, allow_nan=False)


def _clean(value: Any) -> Any:
    """Return a value that JSON and UTF-8 have a form for: no NaN, no half letters."""
    if isinstance(value, str):
        return sound(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {sound(str(key)): _clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(item) for item in value]
    return value


def run_object(run: RunRecord) -> dict[str, Any]:
    """Return a run as every JSON of ours writes it."""
    return {
        "number": run.number,
        "identity": run.identity,
        "name": run.name,
        "command": list(run.command),
        "folder": run.folder,
        "model": run.model,
        "framework": run.framework,
        "root_pid": run.root_pid,
        "started_at_s": run.started_at_s,
        "seen_at_s": run.seen_at_s,
        "last_seen_at_s": run.last_seen_at_s,
        "ended_at_s": run.ended_at_s,
        "outcome": run.outcome.value,
        "exit_status": run.exit_status,
        "signal": run.signal,
        "outcome_reason": run.outcome_reason,
        "usable_cpus": run.usable_cpus,
        "roles": dict(run.roles),
        "workers_died": run.workers_died,
        "profile": {figure: _spread(figure, s) for figure, s in run.profile.items()},
        "verdicts": [
            {"kind": v.kind, "first_at_s": v.first_at_s, "stood_s": v.stood_s}
            for v in run.verdicts
        ],
        "variables": None if run.variables is None else dict(run.variables),
        "proof": proof_object(run.proof),
    }


def _spread(figure: str, spread: Spread) -> dict[str, Any]:
    return {
        "mean": spread.mean,
        "peak": spread.peak,
        "measured_s": spread.measured_s,
        "unit": unit(figure),
    }


def _episode(episode: EpisodeRecord) -> dict[str, Any]:
    return {
        "run": episode.run_identity,
        "run_name": episode.run_name,
        "kind": episode.kind,
        "severity": episode.severity,
        "onset_at_s": episode.onset_at_s,
        "noticed_at_s": episode.noticed_at_s,
        "ended_at_s": episode.ended_at_s,
        "last_seen_at_s": episode.last_seen_at_s,
        "headline": episode.headline,
        "evidence": {
            key: {"measured": measured, "threshold": threshold, "unit": counted}
            for key, (measured, threshold, counted) in episode.evidence.items()
        },
        "told": dict(episode.told),
    }


def _notice(notice: NoticeRecord) -> dict[str, Any]:
    return {
        "at_s": notice.at_s,
        "kind": notice.kind,
        "run": notice.run_identity,
        "answer": notice.answer,
        "answered_at_s": notice.answered_at_s,
    }


def _knob_change(change: KnobRecord) -> dict[str, Any]:
    return {
        "at_s": change.at_s,
        "knob": change.knob,
        "action": change.action,
        "before": dict(change.before),
        "after": dict(change.after),
        "run": change.run_identity,
    }
