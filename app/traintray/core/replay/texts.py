"""Long texts that come again and again are written once and then called by number.

Every process of a run maps the same hundreds of libraries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traintray.core.replay.errors import TraceError


class TextTable:
    """Numbers texts in the order in which they were first met, from 0."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._told = 0

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of texts, sorted; new ones get the next numbers."""
        return sorted(map(self._number, sorted(texts)))

    def news(self) -> list[str]:
        """Return the texts that got a number since the last call."""
        found, self._told = self._texts[self._told :], len(self._texts)
        return found

    def learn(self, news: Sequence[str]) -> None:
        """Take what `news` gave while it was written."""
        self._texts.extend(news)

    def text(self, number: object) -> str:
        """Return the text that has a number; TraceError when none has."""
        if isinstance(number, int) and 0 <= number < len(self._texts):
            return self._texts[number]
        raise TraceError(f"there is no text with the number {number!r:.40}")

    def _number(self, text: str) -> int:
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._texts)
            self._texts.append(text)
        return number
