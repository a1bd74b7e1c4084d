"""Reads and writes what we need of desktop entry files (freedesktop.org)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_GROUP = "[Desktop Entry]"
_RESERVED = re.compile(r"""[\s"'\\><~|&;$*?#()`%]""")
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def exec_value(words: Sequence[str]) -> str:
    """Return the value of `Exec` that starts exactly these words.

    Two layers: quotes as for a shell, where `%` is a field code and is doubled;
    then the escapes of the file format, in which each backslash is doubled again.
    Raises ValueError for a word with a control sign, which has no form in the file,
    or a backslash, which systemd 252 reads differently from the specification.
    """
    if "%" in words[0]:
        # systemd 252 looks for the doubled name on the disk and gives up.
        words = ["/usr/bin/env", *words]
    return " ".join(_quoted(word) for word in words).replace("\\", "\\\\")


def exec_words(value: str) -> list[str] | None:
    """Return the words that a value of `Exec` starts; None when it is broken."""
    text = re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), value)
    words: list[str] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)').match(text, at)
        if match is None:
            return None
        quoted, plain = match.groups()
        word = plain if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        words.append(word.replace("%%", "%"))
        at = match.end()
    return words


def program(words: Sequence[str]) -> str | None:
    """Return what a command line starts in the end, behind `env A=1`."""
    rest = list(words)
    if rest and rest[0].rpartition("/")[2] == "env":
        del rest[0]
        while rest and "=" in rest[0] and not rest[0].startswith("/"):
            del rest[0]
    return rest[0] if rest else None


def values(text: str) -> dict[str, str]:
    """Return the keys of the main group; localised ones keep their brackets."""
    found: dict[str, str] = {}
    inside = False
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("["):
            inside = line == _GROUP
        elif inside and line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            if equals:
                found.setdefault(key.rstrip(), value.lstrip())
    return found


def entry(pairs: Sequence[tuple[str, str]]) -> str:
    """Return the text of a file with these keys."""
    return "\n".join([_GROUP, *(f"{key}={value}" for key, value in pairs)]) + "\n"


def _quoted(word: str) -> str:
    if any(ord(sign) < 0x20 or sign in "\x7f\\" for sign in word):
        raise ValueError(f"{word!r} holds a backslash or a control sign")
    doubled = word.replace("%", "%%")
    if word and not _RESERVED.search(word.replace("%", "")):
        return doubled
    return '"' + re.sub(r'(["`$])', r"\\\1", doubled) + '"'
