"""A trace on the disk: readable to its last line, however its writer ended."""

from __future__ import annotations

import errno
import gzip
import itertools
import os
import resource
import signal
import stat
import zlib
from pathlib import Path

import pytest

from traintray.core.replay.errors import NoTraceError, TraceError
from traintray.core.replay.trace_file import LineReader, LineWriter

LINES = [{"second": n, "text": "ä" * n} for n in range(40)]


@pytest.fixture(params=["t.trace", "t.trace.gz"])
def path(request, tmp_path):
    return tmp_path / request.param


def write(path, lines=LINES):
    writer = LineWriter(path)
    for line in lines:
        writer.write(line)
    return writer


def read(path):
    reader = LineReader(path)
    try:
        return list(reader.lines()), reader
    finally:
        reader.close()


def test_lines_come_back_in_their_order(path):
    write(path).close()

    lines, reader = read(path)

    assert lines == LINES
    assert (reader.line_number, reader.is_cut, reader.done_fraction) == (40, False, 1.0)


def test_what_was_written_can_be_read_although_the_writer_was_killed(path):
    writer = write(path)
    try:
        lines, reader = read(path)
    finally:
        writer.close()

    assert lines == LINES
    assert not reader.is_cut


def test_cut_anywhere_all_whole_lines_before_are_read(path):
    write(path).close()
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])

        try:
            lines, _ = read(path)
        except NoTraceError:  # cut within its first line
            lines = []

        assert lines == LINES[: len(lines)]
    path.write_bytes(whole[: len(whole) - 9])
    lines, _ = read(path)
    assert len(lines) >= 39


def test_a_line_that_was_cut_is_said_to_be(tmp_path):
    path = tmp_path / "t"
    write(path).close()
    path.write_bytes(path.read_bytes()[:-20])

    lines, reader = read(path)

    assert lines == LINES[:-1]
    assert reader.is_cut


def test_gzip_itself_can_read_what_was_compressed(tmp_path):
    path = tmp_path / "t.gz"
    write(path).close()

    with gzip.open(path, "rt") as file:
        assert len(file.readlines()) == 40


def test_a_plain_trace_that_was_compressed_later_is_read_too(tmp_path):
    path = tmp_path / "t"
    write(path).close()
    path.write_bytes(gzip.compress(path.read_bytes()))

    assert read(path)[0] == LINES


def test_nothing_is_written_over_and_only_this_user_may_read_it(path):
    write(path).close()

    with pytest.raises(FileExistsError):
        LineWriter(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path):
    path = tmp_path / "t"
    writer = write(path, LINES[:1])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
        with pytest.raises(OSError, match="large") as caught:
            write_until_full(writer)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
        writer.close()

    assert caught.value.errno == errno.EFBIG
    assert caught.value.filename == os.fspath(path)
    assert read(path)[1].is_cut


def write_until_full(writer):
    for line in LINES:
        writer.write(line)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"\x00\xff\x7fELF" * 1000, id="binary"),
        pytest.param(b"hello\n", id="text"),
        pytest.param(b"[1, 2]\n", id="a list"),
        pytest.param(b"{'a': 1}\n", id="python, not JSON"),
        pytest.param(b'{"a": NaN}\n', id="not a number"),
        pytest.param(b"[" * 200_000 + b"\n", id="nested too deep"),
        pytest.param(b"\xff\xfe{\x00}\x00\n\x00", id="another encoding"),
        pytest.param(b"\x1f\x8b" + b"\x00" * 100, id="a broken archive"),
        pytest.param(b"\n", id="an empty line"),
    ],
)
def test_what_is_no_trace_is_refused_at_its_first_line(tmp_path, raw):
    path = tmp_path / "t"
    path.write_bytes(raw)

    with pytest.raises(NoTraceError):
        read(path)


def test_damage_in_the_middle_is_told_with_its_line(tmp_path):
    path = tmp_path / "t"
    write(path).close()
    lines = path.read_bytes().split(b"\n")
    lines[5] = b"garbage"
    path.write_bytes(b"\n".join(lines))

    with pytest.raises(TraceError, match="line 6 is damaged"):
        read(path)


def test_damage_in_an_archive_is_told(tmp_path):
    path = tmp_path / "t.gz"
    write(path).close()
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    path.write_bytes(raw)

    with pytest.raises(TraceError):
        read(path)


def test_an_archive_made_to_fill_the_memory_is_refused(tmp_path):
    path = tmp_path / "t.gz"
    zipped = zlib.compressobj(9, wbits=31)
    nothing = b"x" * (1 << 20)
    raw = b"".join(zipped.compress(nothing) for _ in range(200)) + zipped.flush()
    path.write_bytes(raw)

    with pytest.raises(NoTraceError):
        read(path)


def test_what_was_compressed_in_parts_is_read_to_the_end_of_the_last(tmp_path):
    path = tmp_path / "t"
    write(path).close()
    plain = path.read_bytes()
    cuts = (0, 10, 11, len(plain) // 2, len(plain) - 1, len(plain))
    parts = [plain[a:b] for a, b in itertools.pairwise(cuts)]
    path.write_bytes(b"".join(map(gzip.compress, [*parts, b""])) + b"\0" * 200_000)

    lines, reader = read(path)

    assert lines == LINES
    assert not reader.is_cut


@pytest.mark.parametrize("behind", [b"garbage", b"\0\0garbage", b"\x1f\x8bgarbage"])
def test_what_follows_a_part_and_is_none_is_damage(tmp_path, behind):
    path = tmp_path / "t.gz"
    write(path).close()
    path.write_bytes(path.read_bytes() + behind)
    reader = LineReader(path)
    read_before = []
    try:
        with pytest.raises(TraceError, match="line 41 is damaged"):
            read_before.extend(iter_into(read_before, reader))
    finally:
        reader.close()

    assert read_before == LINES


def iter_into(found, reader):
    for line in reader.lines():
        found.append(line)
    return ()


def test_many_parts_of_an_archive_made_to_fill_the_memory_are_refused(tmp_path):
    path = tmp_path / "t.gz"
    part = gzip.compress(b"x" * (1 << 22))
    path.write_bytes(part * 40)

    with pytest.raises(NoTraceError):
        read(path)


def test_a_pipe_that_nobody_writes_into_is_told(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = LineReader(path, wait_s=0.01)
    try:
        with pytest.raises(NoTraceError, match=r"nothing was written .* to a file"):
            list(reader.lines())
    finally:
        reader.close()


def test_a_pipe_whose_writer_falls_silent_is_told_after_what_it_wrote(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = LineReader(path, wait_s=0.01)
    writer = os.open(path, os.O_WRONLY)
    found = []
    try:
        os.write(writer, b'{"second": 1}\n')
        with pytest.raises(TraceError, match="nothing was written"):
            iter_into(found, reader)
    finally:
        os.close(writer)
        reader.close()

    assert found == [{"second": 1}]


def test_what_comes_through_a_pipe_is_read_to_its_end(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = LineReader(path)
    writer = os.open(path, os.O_WRONLY)
    os.write(writer, b'{"second": 1}\n{"second": 2}\n')
    os.close(writer)
    try:
        assert list(reader.lines()) == [{"second": 1}, {"second": 2}]
    finally:
        reader.close()


def test_a_device_and_a_folder_are_refused_at_once(tmp_path):
    with pytest.raises(NoTraceError, match="device"):
        LineReader(Path("/dev/zero"))
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        LineReader(tmp_path)


def test_how_far_it_is_follows_the_lines_and_not_the_pieces_they_are_read_in(path):
    write(path, [{"second": n} for n in range(1000)]).close()  # one read has it all
    reader = LineReader(path)

    shares = [reader.done_fraction for _ in reader.lines()]
    reader.close()

    assert shares == sorted(shares)
    assert 0.4 < shares[499] < 0.6
    assert shares[0] < 0.01


def test_of_a_pipe_nobody_knows_how_far_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = LineReader(pipe)

    assert reader.done_fraction is None
    reader.close()
