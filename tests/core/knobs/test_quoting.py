from __future__ import annotations

import subprocess

import pytest

from traintray.core.knobs.quoting import UnreadableError, Value


def value_of(text: bytes) -> bytes | None:
    """Return the value of all the lines; None while a quote is open."""
    value = Value()
    ended = [value.take(line) for line in text.split(b"\n")]
    assert not any(ended[:-1]), "it ends before its last line"
    return value.read() if ended[-1] else None


READABLE = [
    pytest.param(b"8", b"8", id="plain"),
    pytest.param(b"", b"", id="empty"),
    pytest.param(b"0,1", b"0,1", id="comma"),
    pytest.param(b"a=b,c:d/e+f@g%h-i", b"a=b,c:d/e+f@g%h-i", id="all our signs"),
    pytest.param(b"{0:4}", b"{0:4}", id="braces stay"),
    pytest.param(b"a#b", b"a#b", id="a hash inside a word is no comment"),
    pytest.param(b"8   ", b"8", id="blanks behind"),
    pytest.param(b"8 # note", b"8", id="a comment behind"),
    pytest.param(b"'a b'", b"a b", id="single quotes"),
    pytest.param(b"'$HOME\\'", b"$HOME\\", id="single quotes keep all"),
    pytest.param(b'"a b"', b"a b", id="double quotes"),
    pytest.param(b'"a\\"b\\\\c\\$d"', b'a"b\\c$d', id="escapes in double quotes"),
    pytest.param(b'"a\\nb"', b"a\\nb", id="other backslashes stay"),
    pytest.param(b"\"a\"'b'c", b"abc", id="parts join"),
    pytest.param(b'"two\nlines"', b"two\nlines", id="a line end in quotes"),
    pytest.param(b'"joined \\\nline"', b"joined line", id="a continued line"),
    pytest.param(b"'a\n\n b'", b"a\n\n b", id="an empty line in quotes"),
    pytest.param(b'"a\\\\\nb"', b"a\\\nb", id="a doubled backslash at the end"),
    pytest.param(b"\xff\xfe", b"\xff\xfe", id="bytes that are no text"),
]


@pytest.mark.parametrize(("text", "expected"), READABLE)
def test_a_value_is_read(text, expected):
    assert value_of(text) == expected


@pytest.mark.parametrize(("text", "expected"), READABLE)
def test_bash_reads_the_same(text, expected, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"V=" + text + b"\n")
    script = f'set -a; . {file}; printf %s "$V"'

    out = subprocess.run(["bash", "-c", script], capture_output=True, check=True)

    assert (out.stdout, out.stderr) == (expected, b"")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"$HOME/x", "the $"),
        (b'"$HOME"', "the $"),
        (b"`date`", "run what"),
        (b'"`date`"', "run what"),
        (b"~/x", "the ~"),
        (b"a:~/x", "the ~"),
        (b"a b", "a space without quotes"),
        (b" 8", "a space after the ="),
        (b"a;b", "means something to a shell"),
        (b"a|b", "means something to a shell"),
        (b"(x)", "means something to a shell"),
        (b"a\\b", "a backslash"),
        (b"'a' b", "a space without quotes"),
    ],
)
def test_what_programs_read_differently_is_refused(text, part):
    with pytest.raises(UnreadableError, match=part.replace("$", r"\$")):
        value_of(text)


@pytest.mark.parametrize("text", [b"'a", b'"a', b'"a\\"', b'a"b'])
def test_an_open_quote_asks_for_the_next_line(text):
    assert value_of(text) is None
