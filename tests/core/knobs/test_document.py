from __future__ import annotations

import time

import pytest

from traintray.core.knobs.document import parse
from traintray.core.knobs.errors import DamagedFileError

BLOCK = b"# >>> traintray >>>\nOMP_NUM_THREADS=8\n# <<< traintray <<<\n"


@pytest.mark.parametrize(
    ("data", "values"),
    [
        pytest.param(b"", {}, id="empty"),
        pytest.param(b"# A=1\n\n  # B=2\n", {}, id="comments and blank lines"),
        pytest.param(b"A=1\nB=2", {"A": "1", "B": "2"}, id="no final newline"),
        pytest.param(b"A=1\r\nB=2\r\n", {"A": "1", "B": "2"}, id="CRLF"),
        pytest.param(b"export A=1\n", {"A": "1"}, id="export"),
        pytest.param(b"declare -x A=1\n", {"A": "1"}, id="declare"),
        pytest.param(b"A=1\nA=2\n", {"A": "2"}, id="the last of two counts"),
        pytest.param(b"A='1\n2'\nB=3\n", {"A": "1\n2", "B": "3"}, id="two lines"),
        pytest.param(b"A=\xff\n", {"A": "\udcff"}, id="bytes that are no text"),
        pytest.param(b"a_b9=1\n", {"a_b9": "1"}, id="lower case of the user's"),
        pytest.param(BLOCK + b"A=1\n", {"OMP_NUM_THREADS": "8", "A": "1"}, id="block"),
    ],
)
def test_a_file_is_read(data, values):
    assert parse(data).values() == values


@pytest.mark.parametrize(
    ("data", "number", "problem"),
    [
        (b"A=1\nB = 2\n", 2, "there is a space before the ="),
        (b"hello\n", 1, "it is not of the form NAME=value"),
        (b";comment\n", 1, "it is not of the form NAME=value"),
        (b"\n9A=1\n", 2, "it is not of the form NAME=value"),
        (b"A='1\nB=2\n", 1, "its quote is never closed"),
        (b"export A=1 B=2\n", 1, "the value holds a space without quotes around it"),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_why(data, number, problem):
    (entry,) = [e for e in parse(data).entries if e.value is None]

    assert (entry.line_number, entry.problem) == (number, problem)


def test_an_unclosed_quote_does_not_hide_the_lines_behind_it():
    assert parse(b"A='1\nB=2\n").values() == {"B": "2"}


def test_a_line_that_sets_several_names_is_known_by_all_of_them():
    (entry,) = parse(b"export A=1 B=2 C=3\n").entries

    assert entry.names == ("A", "B", "C")


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"# >>> traintray >>>\nA=1\n", "1", id="no end"),
        pytest.param(b"A=1\n# <<< traintray <<<\n", "2", id="no start"),
        pytest.param(
            b"# <<< traintray <<<\n# >>> traintray >>>\n", "1, 2", id="end first"
        ),
        pytest.param(BLOCK + BLOCK, "1, 3, 4, 6", id="two blocks"),
    ],
)
def test_a_damaged_block_is_named_with_its_lines(data, lines):
    with pytest.raises(DamagedFileError, match=f"marker lines: {lines}\\)"):
        parse(data)


def test_a_file_with_zero_bytes_is_no_text():
    with pytest.raises(DamagedFileError, match="UTF-8"):
        parse("A=1\n".encode("utf-16"))


def test_the_lines_joined_are_the_file():
    data = b"A=1\r\n\n" + BLOCK + b"x\rB=\xff"

    assert b"".join(parse(data).lines) == data


def test_a_huge_odd_file_does_not_hold_up_a_screen():
    began_s = time.monotonic()

    parse(b"A='\n" * 20_000 + b"B=1\n" * 100_000)

    assert time.monotonic() - began_s < 10
