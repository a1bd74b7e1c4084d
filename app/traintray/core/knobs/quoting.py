"""Reads the value of one NAME=value line the way a shell would, without a shell.

What a shell would expand, run or split is refused: other programs read it otherwise.
"""

from __future__ import annotations

_SPECIAL = {
    ord("$"): "a shell would expand the $ in it",
    ord("`"): "a shell would run what stands in `…`",
    ord("\\"): "it holds a backslash, which programs read differently",
    **dict.fromkeys(b";|&()<>", "it holds a sign that means something to a shell"),
}


class OpenQuoteError(Exception):
    """The value goes on in the next line, or its quote is never closed."""


class UnreadableError(Exception):
    """Programs would not agree on the value; the message says why."""


def value_of(text: bytes) -> bytes:
    """Return the value that `text`, all after the equals sign, stands for."""
    out = bytearray()
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in b" \t":
            _expect_comment(text[at:], is_first=at == 0)
            break
        if sign == ord("'"):
            at = _single_quoted(text, at + 1, out)
        elif sign == ord('"'):
            at = _double_quoted(text, at + 1, out)
        else:
            _expect_plain(text, at)
            out.append(sign)
            at += 1
    return bytes(out)


def _expect_comment(rest: bytes, is_first: bool) -> None:
    after = rest.strip(b" \t")
    if not after:
        return
    if is_first:
        raise UnreadableError("there is a space after the =")
    if not after.startswith(b"#"):
        raise UnreadableError("the value holds a space without quotes around it")


def _expect_plain(text: bytes, at: int) -> None:
    if text[at] in _SPECIAL:
        raise UnreadableError(_SPECIAL[text[at]])
    if text[at] == ord("~") and (at == 0 or text[at - 1] == ord(":")):
        raise UnreadableError("a shell would expand the ~ in it")


def _single_quoted(text: bytes, at: int, out: bytearray) -> int:
    end = text.find(b"'", at)
    if end < 0:
        raise OpenQuoteError
    out += text[at:end]
    return end + 1


def _double_quoted(text: bytes, at: int, out: bytearray) -> int:
    while at < len(text):
        sign = text[at]
        if sign == ord('"'):
            return at + 1
        if sign in b"$`":
            raise UnreadableError(_SPECIAL[sign])
        if sign == ord("\\") and text[at + 1 : at + 2] in (b'"', b"\\", b"$", b"`"):
            at += 1
            sign = text[at]
        elif text[at : at + 2] == b"\\\n":
            at += 2
            continue
        out.append(sign)
        at += 1
    raise OpenQuoteError
