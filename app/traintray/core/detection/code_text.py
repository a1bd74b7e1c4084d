"""Tells the code of a Python text from its comments and from what it says in prose."""

from __future__ import annotations

import io
import tokenize
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate


class CodeText:
    """One file. It is cut into tokens only when that is asked for: it is dear."""

    def __init__(self, text: str) -> None:
        self.text = text

    def is_code(self, at: int) -> bool:
        """Tell whether the letter at an offset is code that may run.

        Comments are none, nor are strings that hold more than a word: documentation,
        messages, programs that were put into quotes. A word in quotes is a value:
        `dtype="bfloat16"`. Of a text that is no Python, what stands behind a `#` is a
        comment, and all else may be code.
        """
        spans = self._silent
        if spans is None:
            line_start = self.text.rfind("\n", 0, at) + 1
            return "#" not in self.text[line_start:at]
        before = bisect_right(spans, (at, len(self.text) + 1)) - 1
        return before < 0 or at >= spans[before][1]

    @cached_property
    def _silent(self) -> list[tuple[int, int]] | None:
        """Begin and end of each comment and of each string of several words; None
        where the text cannot be cut into tokens.
        """
        try:
            return list(self._found())
        except (tokenize.TokenError, SyntaxError):
            return None

    def _found(self) -> Iterator[tuple[int, int]]:
        lines = self.text.split("\n")
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            # From 3.12 on the parts of an f-string have types of their own.
            is_string = token.type == tokenize.STRING
            is_string = is_string or tokenize.tok_name[token.type] == "FSTRING_MIDDLE"
            is_prose = is_string and any(map(str.isspace, token.string))
            if is_prose or token.type == tokenize.COMMENT:
                (row, column), (end_row, end_column) = token.start, token.end
                yield starts[row - 1] + column, starts[end_row - 1] + end_column
