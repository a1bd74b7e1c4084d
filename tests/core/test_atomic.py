from __future__ import annotations

import os

import pytest

from traintray.core import atomic


def test_a_file_that_is_not_there_reads_as_none(tmp_path):
    assert atomic.read(tmp_path / "none") is None


def test_what_is_written_is_read(tmp_path):
    atomic.write(tmp_path / "file", b"\0\xff")

    assert atomic.read(tmp_path / "file") == b"\0\xff"
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_is_no_file_and_no_descriptor_is_lost(tmp_path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(OSError, match="not a regular file"):
            atomic.read(tmp_path)

    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_just_small_enough_is_read_whole(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * atomic.MAX_BYTES)

    assert atomic.read(tmp_path / "file") == b"x" * atomic.MAX_BYTES


def test_the_callers_doubt_stops_the_write(tmp_path):
    class DoubtError(Exception):
        pass

    def doubt() -> None:
        raise DoubtError

    path = tmp_path / "file"
    path.write_bytes(b"old")

    with pytest.raises(DoubtError):
        atomic.write(path, b"new", before_replace=doubt)

    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_short_write_goes_on_where_it_stopped(tmp_path, monkeypatch):
    real_write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real_write(fd, bytes(data[:3])))

    atomic.write(tmp_path / "file", b"0123456789")

    monkeypatch.undo()
    assert atomic.read(tmp_path / "file") == b"0123456789"
