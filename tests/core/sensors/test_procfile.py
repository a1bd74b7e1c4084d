from __future__ import annotations

import os

import pytest

from fakes import write_tree
from traintray.core.sensors.procfile import ProcFile, number_after


def test_each_read_brings_what_the_file_says_now(tmp_path):
    file = ProcFile(tmp_path / "x")
    contents = []
    for text in ("one", "two and more", ""):
        write_tree(tmp_path, {"x": text})
        contents.append(file.read())

    assert contents == [b"one", b"two and more", b""]


def test_a_file_larger_than_expected_is_read_whole(tmp_path):
    text = "".join(f"{n}\n" for n in range(50_000))
    write_tree(tmp_path, {"x": text})

    assert ProcFile(tmp_path / "x").read() == text.encode()


def test_sensors_that_ask_at_the_same_instant_get_the_same_content(tmp_path):
    file = ProcFile(tmp_path / "x")
    write_tree(tmp_path, {"x": "one"})
    first = file.read_at(1.0)
    write_tree(tmp_path, {"x": "two"})

    assert (first, file.read_at(1.0), file.read_at(2.0)) == (b"one", b"one", b"two")


def test_a_failed_read_is_not_remembered_as_content(tmp_path):
    file = ProcFile(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        file.read_at(1.0)
    with pytest.raises(FileNotFoundError):
        file.read_at(1.0)


def test_an_error_names_the_file(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        ProcFile(tmp_path / "x").read()

    assert caught.value.filename == str(tmp_path / "x")


def test_a_file_that_appears_later_is_found(tmp_path):
    file = ProcFile(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        file.read()
    write_tree(tmp_path, {"x": "here"})

    assert file.read() == b"here"


def test_a_descriptor_that_went_bad_is_replaced(tmp_path):
    (tmp_path / "x").mkdir()  # can be opened, cannot be read
    file = ProcFile(tmp_path / "x")
    with pytest.raises(IsADirectoryError):
        file.read()
    (tmp_path / "x").rmdir()
    write_tree(tmp_path, {"x": "here"})

    assert file.read() == b"here"


def test_the_descriptor_goes_with_the_object(tmp_path):
    write_tree(tmp_path, {"x": "here"})
    before = len(os.listdir("/proc/self/fd"))
    file = ProcFile(tmp_path / "x")
    file.read()
    assert len(os.listdir("/proc/self/fd")) == before + 1

    del file
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"a 1\nb 22\n", 22, id="in the middle"),
        pytest.param(b"a 1\nb 22", 22, id="without a last newline"),
        pytest.param(b"a 1\nb    22 kB\n", 22, id="with a unit"),
    ],
)
def test_number_after_a_label(content, expected):
    assert number_after(content, b"\nb ") == expected


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"a 1\n", id="no such label"),
        pytest.param(b"a 1\nb \nc 5\n", id="nothing behind it"),
        pytest.param(b"a 1\nb x\n", id="no number"),
    ],
)
def test_no_number_after_a_label(content):
    with pytest.raises(ValueError, match=r"."):
        number_after(content, b"\nb ")
