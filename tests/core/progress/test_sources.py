"""Logs as their writers left them, read while they grow.

`recorded/events.*` were written by tensorboardX and by `torch.utils.tensorboard`
without TensorFlow: `train/loss` every 10 steps and 2 s, 60 s of pause before step 200,
an `epoch`, histograms, a picture and a text.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import struct
from pathlib import Path

import pytest

from traintray.core.discovery import collect
from traintray.core.progress import sources
from traintray.core.progress.event_file import (
    BadRecordError,
    _masked_checksum,
    event_of,
)
from traintray.core.progress.follow import Follow
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.source import Source

RECORDED = Path(__file__).parent / "recorded"
SOURCES = {source.name: source for source in collect(sources, "SOURCE", Source)}


class Watched:
    """A file that grows, and what is made of it."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.follow = Follow(source, str(path))
        self._reader = SOURCES[source].reader(str(path))

    def look(self, at_s: float = 0.0):
        self.follow.update(self._reader.look(), at_s)
        return self.follow.progress(at_s)

    def write(self, text: str, written_at_s: float, mode: str = "a"):
        with self.path.open(mode) as file:
            file.write(text)
        os.utime(self.path, (written_at_s, written_at_s))
        return self.look(written_at_s)


@pytest.fixture
def watched(tmp_path):
    return lambda name, source: Watched(tmp_path / name, source)


def events(name: str) -> bytes:
    return gzip.decompress((RECORDED / f"events.{name}.gz").read_bytes())


@pytest.mark.parametrize("name", ["tensorboardx", "torch"])
@pytest.mark.parametrize("piece", [100, 997, 1 << 20])
def test_event_files_are_read_however_they_grow(watched, name, piece):
    content = events(name)
    log = watched("events.out.tfevents.1.vm", "tensorboard")
    log.path.write_bytes(b"")
    for at in range(0, len(content), piece):
        with log.path.open("ab") as file:
            file.write(content[at : at + piece])
        progress = log.look(at)

    assert (progress.step, progress.epoch, progress.unit) == (390, 3, "step")
    assert progress.steps_per_s == pytest.approx(5.0)


def test_of_a_long_event_file_the_end_is_enough(watched):
    content = events("torch")
    log = watched("events.out.tfevents.1.vm", "tensorboard")
    # As if 300 KB had been written before: what is read begins inside a record.
    log.path.write_bytes(b"\x17" * 270_000 + content)

    progress = log.look()
    assert (progress.step, progress.steps_per_s) == (390, pytest.approx(5.0))


def test_a_file_that_is_no_event_file_tells_nothing(watched):
    log = watched("x.tfevents.1", "tensorboard")
    for content in (b"", b"\0" * 5000, b"step 5\n" * 1000, os.urandom(5000)):
        log.path.write_bytes(content)
        assert log.look() is None


def framed(record: bytes) -> bytes:
    """A record as it stands in an event file; its own checksum is not looked at."""
    length = struct.pack("<Q", len(record))
    return length + struct.pack("<I", _masked_checksum(length)) + record + bytes(4)


def event(wall_s: float, step: int, tag: bytes, value: float) -> bytes:
    number = b"\x0a" + bytes([len(tag)]) + tag + b"\x15" + struct.pack("<f", value)
    summary = b"\x0a" + bytes([len(number)]) + number
    begin = b"\x09" + struct.pack("<d", wall_s) + b"\x10" + bytes([step])
    return framed(begin + b"\x2a" + bytes([len(summary)]) + summary)


@pytest.mark.parametrize("odd", [float("nan"), float("inf")])
def test_an_event_at_no_time_and_an_epoch_that_is_no_number_are_left_out(watched, odd):
    log = watched("x.tfevents.1", "tensorboard")
    good = [event(1.8e9 + n, n, b"loss", 0.5) for n in range(60)]
    odd_ones = [event(odd, 60, b"loss", 0.5), event(1.8e9 + 60, 60, b"epoch", odd)]
    log.path.write_bytes(b"".join([*good, *odd_ones]))

    progress = log.look()

    assert (progress.step, progress.epoch) == (59, None)
    assert progress.steps_per_s == pytest.approx(1.0)


@pytest.mark.parametrize("size", range(0, 60, 7))
def test_a_broken_event_is_refused_and_nothing_else_happens(size):
    record = b"\x09" + struct.pack("<d", 1.8e9) + b"\x10\x05\x2a\x0c\x0a\x0a\x0a\x01a"
    record += b"\x15" + struct.pack("<f", 0.5)
    cut = (record + b"\xff" * 40)[:size]
    try:
        event_of(cut)
    except BadRecordError:
        assert size not in (0, 9)


def test_lightnings_table_has_rows_for_steps_and_for_validations(watched):
    log = watched("metrics.csv", "csv")
    log.write("epoch,step,train_loss,val_loss\n0,9,0.5,\n", 1000.0, "w")
    for n in range(2, 8):
        log.write(f"0,{n * 10 - 1},0.5,\n{0},{n * 10 - 1},,0.7\n", 1000.0 + n * 4)

    progress = log.look(1028.0)
    assert (progress.step, progress.epoch, progress.unit) == (69, 0, "step")
    assert progress.steps_per_s == pytest.approx(2.5)


def test_a_table_that_is_written_anew_with_another_column_goes_on(watched):
    log = watched("metrics.csv", "csv")
    log.write("step,loss\n10,1\n", 1000.0, "w")
    log.write("20,1\n", 1010.0)
    log.write("step,lr,loss\n10,,1\n20,,1\n30,1,1\n", 1020.0, "w")
    progress = log.write("40,1,1\n", 1030.0)

    assert (progress.step, progress.steps_per_s) == (40, pytest.approx(1.0))


def test_keras_table_counts_epochs(watched):
    log = watched("keras.csv", "csv")
    log.write("epoch,accuracy,loss\n", 1000.0, "w")
    for n in range(5):
        progress = log.write(f"{n},0.5,0.5\n", 1030.0 + n * 30)

    assert (progress.step, progress.epoch, progress.unit) == (None, 4, "epoch")
    assert progress.steps_per_s == pytest.approx(1 / 30)


def test_steps_that_begin_anew_with_each_epoch_are_added_up(watched):
    log = watched("log.tsv", "csv")
    log.write("Epoch\tBatch\tloss\n", 1000.0, "w")
    at_s = 1000.0
    for epoch in range(3):
        for batch in (0, 20, 40):
            at_s += 10
            progress = log.write(f"{epoch}\t{batch}\t0.1\n", at_s)

    assert (progress.step, progress.epoch) == (122, 2)


def test_a_row_that_is_half_written_waits_for_its_end(watched):
    log = watched("log.csv", "csv")
    log.write("step,loss\n10,1\n2", 1000.0, "w")
    assert log.look().step == 10

    assert log.write("00,1\n", 1010.0).step == 200


@pytest.mark.parametrize(
    "content",
    [
        "a,b,c\n1,2,3\n",
        "step,loss\nno,1\n-5,1\nnan,1\n1e99,1\n10\n",
        "\0\0\0\0\n\0\n",
        '"step,loss\n10,1\n',
        "step" * 10_000 + "\n",
        "step\rx,loss\n10,1\n",
    ],
)
def test_other_tables_tell_nothing(watched, content):
    assert watched("x.csv", "csv").write(content, 1000.0, "w") is None


def test_json_lines_with_a_time_of_their_own_are_timed_by_it(watched):
    log = watched("log.jsonl", "json_lines")
    rows = [
        {"global_step": n * 10, "epoch": n / 4, "timestamp": 1.8e9 + n * 5, "loss": 1.0}
        for n in range(8)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    progress = log.write("{}\n[1]\nno json\n" + text + '{"global_st', 5.0, "w")

    assert (progress.step, progress.epoch) == (70, 7 / 4)
    assert progress.steps_per_s == pytest.approx(2.0)


def test_json_lines_tell_the_total_when_they_know_it(watched):
    log = watched("log.jsonl", "json_lines")
    for n in range(3):
        row = {"train/step": n * 10, "max_steps": 100, "time": 3.5}
        progress = log.write(json.dumps(row) + "\n", 1000.0 + n * 10)

    assert (progress.step, progress.total_steps, progress.left_s) == (20, 100, 80.0)


def test_a_log_that_is_rotated_is_followed(watched):
    log = watched("log.jsonl", "json_lines")
    log.write('{"step": 10}\n', 1000.0)
    log.write('{"step": 20}\n', 1010.0)
    log.path.rename(log.path.with_suffix(".old"))
    progress = log.write('{"step": 30}\n', 1020.0)

    assert (progress.step, progress.steps_per_s) == (30, pytest.approx(1.0))


def test_a_log_that_was_emptied_is_followed(watched):
    log = watched("log.jsonl", "json_lines")
    log.write('{"step": 10, "loss": 0.123456}\n', 1000.0)
    progress = log.write('{"step": 20}\n', 1010.0, "w")

    assert progress.step == 20


def test_of_a_log_that_grows_fast_the_end_is_read(watched):
    log = watched("log.jsonl", "json_lines")
    log.write('{"step": 1}\n', 1000.0)
    rows = "".join(f'{{"step": {n}, "note": "{"x" * 80}"}}\n' for n in range(2, 9001))

    assert log.write(rows, 1010.0).step == 9000


def test_an_output_in_a_file_shows_its_bars(watched):
    log = watched("train.out", "output")
    log.write("loading\n", 1000.0, "w")
    for n in range(1, 6):
        bar = f"\r {n}%|██ | {n * 10}/1000 [00:05<00:05, 9.5it/s]"
        progress = log.write(bar, 1000.0 + n * 5)

    assert (progress.step, progress.total_steps) == (50, 1000)
    assert progress.steps_per_s == pytest.approx(2.0)


def test_a_trainers_state_is_that_of_its_newest_checkpoint(tmp_path):
    def save(step: int, at_s: float) -> Path:
        path = tmp_path / f"out/checkpoint-{step}/trainer_state.json"
        path.parent.mkdir(parents=True)
        state = {
            "best_metric": None,
            "epoch": step / 50,
            "global_step": step,
            "log_history": [{"epoch": 9.0, "loss": 1.0, "step": n} for n in range(500)],
            "max_steps": 500,
        }
        path.write_text(json.dumps(state, indent=2, sort_keys=True) + "\n")
        os.utime(path, (at_s, at_s))
        return path

    log = Watched(save(40, 1000.0), "trainer_state")
    log.look(0.0)
    save(100, 1030.0)
    progress = log.look(30.0)

    assert (progress.step, progress.total_steps, progress.epoch) == (100, 500, 2.0)
    assert progress.steps_per_s == pytest.approx(2.0)


@pytest.mark.parametrize("kind", ["pipe", "socket", "link", "folder", "gone"])
@pytest.mark.parametrize("source", sorted(SOURCES))
def test_what_is_no_regular_file_is_never_opened(watched, source, kind):
    log = watched("checkpoint-1.csv", source)
    if kind == "pipe":
        os.mkfifo(log.path)
    elif kind == "socket":
        os.mknod(log.path, 0o140600)
    elif kind == "link":
        log.path.symlink_to("/etc/passwd")
    elif kind == "folder":
        log.path.mkdir()

    with pytest.raises(OSError, match=r".*"):
        log.look()


@pytest.mark.parametrize(
    ("path", "is_output", "names"),
    [
        ("/a/events.out.tfevents.17.vm.5.0", False, {"tensorboard"}),
        ("/a/metrics.csv", False, {"csv"}),
        ("/a/log.jsonl", False, {"json_lines"}),
        ("/a/checkpoint-5/trainer_state.json", False, {"json_lines", "trainer_state"}),
        ("/a/nohup.out", True, {"output"}),
        ("/a/train.log", True, {"output", "json_lines"}),
        ("/a/model.pt", False, set()),
        ("/a/data.bin", False, set()),
    ],
)
def test_files_are_known_by_their_names(path, is_output, names):
    file = OpenFile(path, is_output)

    assert {name for name, one in SOURCES.items() if one.is_mine(file)} == names


def test_ranks_of_sources_are_unique():
    assert len({source.rank for source in SOURCES.values()}) == len(SOURCES)


def test_a_table_by_pythons_own_writer_is_read(watched):
    log = watched("log.csv", "csv")
    with log.path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["iteration", "remark"])
        writer.writerow([5, 'says "so", twice'])

    assert log.look().step == 5
