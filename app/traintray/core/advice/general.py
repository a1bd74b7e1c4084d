"""The text of a kind of finding without a run: what would be measured is named
instead, between ‹ and ›.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from traintray.core.advice.after import after
from traintray.core.advice.flags import NEGATION
from traintray.core.advice.library import LibraryStep, Snippet
from traintray.core.advice.texts import Texts


@dataclass(frozen=True, slots=True)
class GeneralTip:
    """What there is to say about a kind."""

    kind: str
    chip: str
    title: str
    measured: str
    """That words between ‹ and › stand for what is measured."""
    cases: tuple[str, ...]
    """What it can look like, by its causes."""
    why: tuple[str, ...]
    steps: tuple[LibraryStep, ...]
    notes: tuple[str, ...]
    after: tuple[tuple[str, str], ...]
    """Cost, effect, undo and limits, each with its head."""


class General:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        self._texts = Texts(language)
        page = self._texts.page("library/placeholders")
        self._heads: Mapping[str, str] = page["heads"]
        self._words = {
            name: text if name in ("exports", "script") else f"‹{text}›"
            for name, text in page["placeholders"].items()
        }
        self._frameworks = self._texts.page("library/terms")["frameworks"]

    def head(self, name: str) -> str:
        """Return the head of a part."""
        return self._heads[name]

    def chip(self, kind: str) -> str:
        """Return the two or three words that name a kind."""
        return str(self._texts.page(kind)["chip"])

    def tip(self, kind: str) -> GeneralTip:
        """Return what is said of a kind; FileNotFoundError for an unknown one."""
        page = self._texts.page(kind)
        return GeneralTip(
            kind=kind,
            chip=page["chip"],
            title=self._said(page["title"]),
            measured=self._heads["measured"],
            cases=self._all(page["summary"].values()),
            why=self._all(page["why"].values()),
            steps=self._steps(page.get("steps", ())),
            notes=self._all(note["text"] for note in page.get("notes", ())),
            after=after(page, self._texts),
        )

    def _said(self, text: str) -> str:
        return text.format_map(self._words)

    def _all(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return them filled, each once."""
        return tuple(dict.fromkeys(self._said(text) for text in texts))

    def _steps(self, entries: Iterable[Mapping[str, Any]]) -> tuple[LibraryStep, ...]:
        """Join the entries that differ by their framework only."""
        found: dict[str, tuple[str, dict[str, Snippet]]] = {}
        for entry in entries:
            title, text = self._said(entry["title"]), self._said(entry["text"])
            _, snippets = found.setdefault(title, (text, {}))
            if "snippet" in entry:
                code = self._said(entry["snippet"])
                snippets.setdefault(code, self._snippet(entry["when"], code))
        return tuple(
            LibraryStep(title, _without_code(text, snippets), tuple(snippets.values()))
            for title, (text, snippets) in found.items()
        )

    def _snippet(self, when: Iterable[str], code: str) -> Snippet:
        names = [
            word
            for word in when
            if not word.startswith(NEGATION) and word in self._frameworks
        ]
        label = ", ".join(self._frameworks[name] for name in names)
        return Snippet(names[0] if names else "", label, code)


def _without_code(text: str, snippets: Mapping[str, Snippet]) -> str:
    """Return a text that leads to lines which are not there without its colon."""
    return text if snippets else re.sub("[:：]$", ".", text)
