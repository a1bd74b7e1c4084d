"""Exports: what another program reads, hostile names, gaps, cancelling."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from core.export.archived import (
    BEGAN_S,
    NAN,
    FakeArchive,
    episode_record,
    run_record,
    small_archive,
)
from core.proof.proven_run import proof_record
from traintray.core.archive.records import Spread
from traintray.core.export.csv_form import COLUMNS
from traintray.core.export.exporting import export, pieces
from traintray.core.export.order import CancelledError, Form, Order, Watch

DOCS = Path(__file__).resolve().parents[3] / "docs"
SCHEMA = json.loads((DOCS / "export.schema.json").read_text())
JSON = Order(BEGAN_S - 60, BEGAN_S + 7200, Form.JSON)
CSV = Order(BEGAN_S - 60, BEGAN_S + 7200, Form.CSV)
HOSTILE = (
    '=HYPERLINK("http://evil","x")',
    "+1\r\nsample,forged",
    "@SUM(A1)",
    " -2+3",
    "a;=cmd|' /C calc'!A0",
    "\udcff\x00\x1b[31m\u202e",
    '","quote',
)


def as_json(archive, order=JSON):
    return json.loads(b"".join(pieces(archive, order)))


def as_rows(archive, order=CSV):
    text = b"".join(pieces(archive, order)).decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def hostile_archive():
    archive = small_archive()
    run = run_record(
        name=HOSTILE[0],
        command=HOSTILE,
        folder=HOSTILE[1],
        variables={HOSTILE[2]: HOSTILE[3]},
        profile={HOSTILE[0]: Spread(NAN, float("inf"), 1.0)},
    )
    archive.saved_runs = [run]
    archive.saved_episodes = [episode_record(run, {"title": HOSTILE[5]})]
    archive.fill(f"run/{run.identity}/{HOSTILE[1]}", BEGAN_S, [1.0])
    archive.fill(f"run/{run.identity}/{HOSTILE[6]}", BEGAN_S, [1.0])
    return archive


@pytest.mark.parametrize("archive", [FakeArchive(), small_archive(), hostile_archive()])
def test_the_object_is_as_its_schema_says(archive):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    jsonschema.validate(as_json(archive), SCHEMA)


def test_the_schema_refuses_what_no_export_writes():
    found = as_json(small_archive())
    found["runs"][0]["outcome"] = "exploded"

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, SCHEMA)


def series_of(block):
    return {(s["run"], s["figure"]): s for s in block["series"]}


def test_samples_are_exact_and_what_was_not_measured_is_null():
    (block,) = as_json(small_archive())["samples"]

    assert block["bucket_s"] == 0
    assert block["times_s"] == [BEGAN_S, BEGAN_S + 1, BEGAN_S + 2]
    series = series_of(block)
    cpu = series[None, "cpu.busy_fraction"]
    assert (cpu["unit"], cpu["mean"]) == ("fraction", [0.5, None, 0.25])
    assert series[None, "memory.used_bytes"]["mean"] == [34359738367] * 3
    demand = series[run_record().identity, "demand_threads"]
    assert (demand["unit"], demand["mean"]) == ("threads", [41, 40.5, 42])


def test_a_time_at_which_nothing_was_measured_is_left_out():
    archive = FakeArchive()
    archive.fill("load.1min", BEGAN_S, [1.0, NAN, NAN, 2.0])
    archive.fill("cpu.busy_fraction", BEGAN_S, [NAN, NAN, 0.5, 0.6])

    (block,) = as_json(archive)["samples"]

    assert block["times_s"] == [BEGAN_S, BEGAN_S + 2, BEGAN_S + 3]
    assert series_of(block)[None, "load.1min"]["mean"] == [1.0, None, 2.0]


def test_an_hour_that_was_thinned_has_lows_and_highs():
    archive = FakeArchive()
    hour_s = BEGAN_S // 3600 * 3600
    archive.samples["cpu.busy_fraction"] = [
        (hour_s + 30, 0.5, 0.1, 0.9),
        (hour_s + 3600, 0.7, 0.7, 0.7),
        (hour_s + 3601, 0.8, 0.8, 0.8),
    ]
    archive.buckets["cpu.busy_fraction"] = [(0.0, 60.0), (hour_s + 3600, 0.0)]

    found = as_json(archive, Order(0.0, BEGAN_S + 1e6, Form.JSON))

    jsonschema.validate(found, SCHEMA)
    same = {"run": None, "figure": "cpu.busy_fraction", "unit": "fraction"}
    assert found["samples"] == [
        {
            "bucket_s": 60,
            "times_s": [hour_s + 30],
            "series": [{**same, "mean": [0.5], "low": [0.1], "high": [0.9]}],
        },
        {
            "bucket_s": 0,
            "times_s": [hour_s + 3600, hour_s + 3601],
            "series": [{**same, "mean": [0.7, 0.8]}],
        },
    ]


def test_every_second_of_many_hours_is_there_once():
    archive = FakeArchive()
    archive.fill("load.1min", BEGAN_S, [1.0] * 8000)

    blocks = as_json(archive, Order(0, BEGAN_S + 1e6, Form.JSON))["samples"]

    times = [at_s for block in blocks for at_s in block["times_s"]]
    assert times == [BEGAN_S + n for n in range(8000)]


def test_what_lies_outside_the_span_is_left_out():
    archive = small_archive()
    archive.fill("load.1min", BEGAN_S - 500, [1.0] * 400)

    early = as_json(archive, Order(BEGAN_S - 400, BEGAN_S - 300, Form.JSON))

    assert (early["runs"], early["notices"]) == ([], [])
    (block,) = early["samples"]
    assert list(series_of(block)) == [(None, "load.1min")]
    assert block["times_s"] == [BEGAN_S - 400 + n for n in range(100)]


def test_a_month_of_runs_is_not_asked_for_in_every_hour():
    archive = small_archive()
    archive.fill("load.1min", BEGAN_S, [1.0] * 20000)
    asked = []
    many = archive.many
    archive.many = lambda keys, *rest: asked.append(list(keys)) or many(keys, *rest)

    as_json(archive, Order(0, BEGAN_S + 1e6, Form.JSON))

    of_runs = [any(key.startswith("run/") for key in keys) for keys in asked]
    assert of_runs[0]
    assert not of_runs[-1]


def test_the_table_has_one_header_and_a_cell_for_each_column():
    data = b"".join(pieces(small_archive(), CSV))

    lines = data.split(b"\r\n")
    assert lines[0].decode() == ",".join(COLUMNS)
    assert lines[-1] == b""
    assert {len(row) for row in csv.reader(io.StringIO(data.decode()))} == {12}


def test_a_row_says_whose_figure_it_is():
    rows = as_rows(small_archive())

    samples = [r for r in rows if r["record"] == "sample"]
    demand = [r for r in samples if r["name"] == "demand_threads"]
    assert [r["value"] for r in demand] == ["41", "40.5", "42"]
    assert {r["run"] for r in demand} == {"1"}
    cpu = [r for r in samples if r["name"] == "cpu.busy_fraction"]
    assert [r["value"] for r in cpu] == ["0.5", "0.25"], "a gap has no row"
    assert {r["run"] for r in cpu} == {""}
    assert demand[0]["time"] == "2026-05-28T20:26:40.000Z"


def test_runs_episodes_notices_and_knobs_are_rows_too():
    rows = {(r["record"], r["name"]): r for r in as_rows(small_archive())}

    run = rows["run", "train.py"]
    assert (run["state"], run["seconds"], run["run"]) == ("finished", "600", "1")
    assert rows["run_fact", "command"]["text"] == "python train.py --epochs 3"
    assert rows["run_fact", "variable.OMP_NUM_THREADS"]["text"] == "32"
    assert rows["run_figure", "demand_threads"]["high"] == "48"
    episode = rows["episode", "too_many_threads"]
    assert (episode["state"], episode["seconds"]) == ("attention", "400")
    evidence = rows["evidence", "too_many_threads.demand_threads"]
    assert (evidence["value"], evidence["text"]) == ("41", "threshold 24")
    assert rows["notice", "too_many_threads"]["state"] == "opened"
    assert rows["knob_change", "thread_cap.OMP_NUM_THREADS"]["text"] == "not set → 8"


def test_a_hostile_name_is_no_formula_and_breaks_no_row():
    data = b"".join(pieces(hostile_archive(), CSV)).decode("utf-8")

    rows = list(csv.reader(io.StringIO(data, newline="")))
    assert {len(row) for row in rows} == {12}
    assert not [row for row in rows if row[0] == "sample" and "forged" in row]
    for text in (cell for row in rows for cell in row):
        assert not text.lstrip().startswith(("=", "+", "@", "-"))
        assert not any(c in text for c in "\r\n\0\x1b\u202e")
    # A country that separates cells by semicolons sees other cells.
    for line in data.splitlines():
        for text in line.split(";"):
            assert not text.lstrip(' "').startswith(("=", "+", "@", "-"))


def test_json_keeps_a_hostile_name_as_it_was():
    (run,) = as_json(hostile_archive())["runs"]

    assert run["name"] == HOSTILE[0]
    assert run["command"][:5] == list(HOSTILE[:5])
    assert run["profile"][HOSTILE[0]] == {
        "mean": None,
        "peak": None,
        "measured_s": 1.0,
        "unit": "count",
    }


def test_progress_never_goes_back_and_ends_at_all():
    heard = []
    archive = small_archive()
    archive.fill("load.1min", BEGAN_S, [1.0] * 7000)

    list(pieces(archive, CSV, Watch(progress=heard.append)))

    assert heard == sorted(heard)
    assert (heard[0], heard[-1]) == (0.0, 1.0)
    assert len(set(heard)) >= 4


def test_a_file_is_there_when_all_is_written_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "out.json"

    export(small_archive(), JSON, path)

    assert json.loads(path.read_text())["schema"] == 1
    assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_cancelling_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("old")
    asked = iter([False, True])

    with pytest.raises(CancelledError):
        export(small_archive(), CSV, path, Watch(is_cancelled=lambda: next(asked)))

    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]


def test_a_pipe_takes_it_as_it_comes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(
        target=lambda: read.append(pipe.read_bytes()), daemon=True
    )
    reader.start()

    export(small_archive(), JSON, pipe)

    reader.join(10)
    assert not reader.is_alive(), "nobody has closed the pipe"
    assert json.loads(read[0])["format"] == "traintray-export"
    assert pipe.is_fifo()


def test_what_came_of_a_change_is_in_both_forms():
    archive = small_archive()
    archive.saved_runs[0] = replace(archive.saved_runs[0], proof=proof_record())

    told = json.loads(b"".join(pieces(archive, JSON)))
    table = b"".join(pieces(archive, CSV)).decode()
    rows = csv.DictReader(io.StringIO(table))

    jsonschema.validate(told, SCHEMA)
    proof = told["runs"][0]["proof"]
    assert (proof["verdict"], proof["knob"]) == ("helped", "thread_cap")
    assert proof["ratio"] == {"estimate": 2.0, "low": 1.8, "high": 2.2}
    assert proof["why"].startswith("It makes 20 steps a second instead of 10")
    (fact,) = [row["text"] for row in rows if row["name"] == "proof"]
    assert fact.startswith("thread_cap: helped. It makes 20 steps")
