"""The text of an env file: its lines, our block in it, and what each line sets."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.knobs import quoting
from traintray.core.knobs.errors import DamagedFileError
from traintray.core.sentence import Sentence

START = b"# >>> traintray >>>"
END = b"# <<< traintray <<<"

_NAME = rb"[A-Za-z_][A-Za-z0-9_]*"
_ASSIGNMENT = re.compile(
    rb"[ \t]*((?:export|declare|typeset|readonly)[ \t]+(?:-\w+[ \t]+)*)?"
    rb"(" + _NAME + rb")([ \t]*)=(.*)",
    re.DOTALL,
)
_LONGEST_VALUE_LINES = 500
_PLAIN = re.compile(rb"(" + _NAME + rb")=([A-Za-z0-9_.,:=/+@%-]*)\r?\n?")
"""A line that every program reads alike, so that it need not be looked at sign by
sign: in a large file nearly all are such.
"""
_FURTHER_NAME = re.compile(rb"[ \t](" + _NAME + rb")=")


@dataclass(frozen=True, slots=True)
class Entry:
    """One or more lines that are meant to set something."""

    first: int
    """Index of its first line."""
    line_count: int
    names: tuple[str, ...]
    """Empty when it is not even an assignment."""
    value: str | None
    """None when programs would not agree on it; `problem` says why. Bytes that are
    no text are kept as Python keeps them in `os.environ`."""
    problem: str
    in_block: bool

    @property
    def line_number(self) -> int:
        """Its first line, counted from 1."""
        return self.first + 1


@dataclass(frozen=True, slots=True)
class Document:
    """An env file taken apart. Its lines joined are the file, byte for byte."""

    lines: tuple[bytes, ...]
    """Each with its line end; the last may have none."""
    block: tuple[int, int] | None
    """Indices of the lines that open and close our block."""
    entries: tuple[Entry, ...]

    def values(self, in_block_only: bool = False) -> dict[str, str]:
        """Return what the file sets; of two lines with one name the last counts."""
        return {
            entry.names[0]: entry.value
            for entry in self.entries
            if entry.value is not None and (entry.in_block or not in_block_only)
        }


def parse(data: bytes) -> Document:
    """Take the bytes of an env file apart.

    Raises DamagedFileError when it is no text file, or when our block is damaged.
    """
    if b"\0" in data:
        binary = Sentence(
            "EnvFile",
            "it is not a text file (it holds zero bytes; UTF-16 does). Save it as"
            " UTF-8 and try again.",
        )
        raise DamagedFileError(binary)
    lines = lines_of(data)
    block = _find_block(lines)
    if block is None:
        entries = _entries(lines, range(len(lines)), in_block=False)
    else:
        start, end = block
        entries = [
            *_entries(lines, range(start), in_block=False),
            *_entries(lines, range(start + 1, end), in_block=True),
            *_entries(lines, range(end + 1, len(lines)), in_block=False),
        ]
    return Document(lines, block, tuple(entries))


def parse_block(data: bytes) -> Document:
    """Take our block alone apart; of a large file that is next to nothing.

    Raises DamagedFileError when the block is damaged.
    """
    lines = lines_of(data)
    block = _find_block(lines)
    entries: list[Entry] = []
    if block is not None:
        entries = _entries(lines, range(block[0] + 1, block[1]), in_block=True)
    return Document(lines, block, tuple(entries))


def lines_of(data: bytes) -> tuple[bytes, ...]:
    """Return the lines, each with its line end; joined they are the file."""
    lines = data.split(b"\n")
    last = lines.pop()
    return (*(line + b"\n" for line in lines), *([last] if last else []))


def block_changes(
    old: Document, new: Document
) -> dict[str, tuple[str | None, str | None]]:
    """Return value before and after of each name that differs in our block."""
    before, after = old.values(in_block_only=True), new.values(in_block_only=True)
    return {
        name: (before.get(name), after.get(name))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    }


def _find_block(lines: Sequence[bytes]) -> tuple[int, int] | None:
    starts = [i for i, line in enumerate(lines) if line.strip() == START]
    ends = [i for i, line in enumerate(lines) if line.strip() == END]
    if not starts and not ends:
        return None
    if len(starts) == len(ends) == 1 and starts[0] < ends[0]:
        return starts[0], ends[0]
    numbers = ", ".join(str(i + 1) for i in sorted([*starts, *ends]))
    damaged = Sentence(
        "EnvFile",
        "the block of traintray in it is damaged (marker lines: {lines}). Exactly one"
        " line “{start}” and, below it, one line “{end}” must be there. Repair them,"
        " or delete the marker lines, and try again.",
    )
    raise DamagedFileError(
        damaged.filled(lines=numbers, start=START.decode(), end=END.decode())
    )


def _entries(lines: Sequence[bytes], span: range, in_block: bool) -> list[Entry]:
    found = []
    at = span.start
    while at < span.stop:
        start = lines[at].lstrip()
        if start and not start.startswith(b"#"):
            entry = _entry(lines, range(at, span.stop), in_block)
            found.append(entry)
            at += entry.line_count
        else:
            at += 1
    return found


def _entry(lines: Sequence[bytes], span: range, in_block: bool) -> Entry:
    first = span.start
    plain = _PLAIN.fullmatch(lines[first])
    if plain is not None:
        name, value = plain[1].decode("ascii"), plain[2].decode("ascii")
        return Entry(first, 1, (name,), value, "", in_block)
    match = _ASSIGNMENT.fullmatch(_bare(lines[first]))
    if match is None:
        problem = "it is not of the form NAME=value"
        return Entry(first, 1, (), None, problem, in_block)
    prefix, first_name, gap, text = match.groups()
    read, problem, count = None, "", 1
    if gap:
        problem = "there is a space before the ="
    else:
        read, problem, count = _value(lines, span, text)
    names = [first_name]
    if prefix and read is None:
        names += _FURTHER_NAME.findall(text)
    decoded = tuple(each.decode("ascii") for each in names)
    readable = None if read is None else os.fsdecode(read)
    return Entry(first, count, decoded, readable, problem, in_block)


def _value(
    lines: Sequence[bytes], span: range, text: bytes
) -> tuple[bytes | None, str, int]:
    """Return value, problem and line count; an open quote takes in further lines."""
    value = quoting.Value()
    for count, at in enumerate(span[:_LONGEST_VALUE_LINES], start=1):
        try:
            if value.take(text if count == 1 else _bare(lines[at])):
                return value.read(), "", count
        except quoting.UnreadableError as error:
            return None, str(error), count
    return None, "its quote is never closed", 1


def _bare(line: bytes) -> bytes:
    return line.rstrip(b"\n").rstrip(b"\r")
