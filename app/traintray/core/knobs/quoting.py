"""Reads the value of a NAME=value line the way a shell would, without a shell.

What a shell would expand, run or split is refused: other programs read it otherwise.
"""

from __future__ import annotations

_SPECIAL = {
    ord("$"): "a shell would expand the $ in it",
    ord("`"): "a shell would run what stands in `…`",
    ord("\\"): "it holds a backslash, which programs read differently",
    **dict.fromkeys(b";|&()<>", "it holds a sign that means something to a shell"),
}


class UnreadableError(Exception):
    """Programs would not agree on the value; the message says why."""


class Value:
    """A value that is read line by line; each line is looked at once."""

    def __init__(self) -> None:
        self._out = bytearray()
        self._quote = b""
        """The sign that closes the quote that is open."""

    def take(self, text: bytes) -> bool:
        """Read on, behind the equals sign or in the next line; return whether the
        value ends here. Lines come without their line end. Raises UnreadableError.
        """
        at = 0
        if self._quote:
            at = self._quoted(text, 0)
        while not self._quote and at < len(text):
            sign = text[at : at + 1]
            if sign in (b" ", b"\t"):
                _expect_comment(text[at:], is_first=at == 0)
                break
            if sign in (b"'", b'"'):
                self._quote = sign
                at = self._quoted(text, at + 1)
            else:
                _expect_plain(text, at)
                self._out += sign
                at += 1
        return not self._quote

    def read(self) -> bytes:
        """Return what was read so far."""
        return bytes(self._out)

    def _quoted(self, text: bytes, at: int) -> int:
        """Read to the end of the quote, or of the line; return where it goes on."""
        if self._quote == b"'":
            end = text.find(b"'", at)
            self._out += text[at:] + b"\n" if end < 0 else text[at:end]
        else:
            end = self._double_quoted(text, at)
        if end < 0:
            return len(text)
        self._quote = b""
        return end + 1

    def _double_quoted(self, text: bytes, at: int) -> int:
        """Return where the quote is closed; -1 when the line ends before."""
        while at < len(text):
            sign = text[at]
            if sign == ord('"'):
                return at
            if sign in b"$`":
                raise UnreadableError(_SPECIAL[sign])
            if sign == ord("\\"):
                if at + 1 == len(text):
                    return -1  # the next line goes on where this one ends
                if text[at + 1] in b'"\\$`':
                    at += 1
            self._out.append(text[at])
            at += 1
        self._out += b"\n"
        return -1


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
