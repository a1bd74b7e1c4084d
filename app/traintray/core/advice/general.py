"""The text of a kind of finding without a run: what would be measured is named
instead, between ‹ and ›.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from traintray.core.advice.after import after, own_parts
from traintray.core.advice.flags import GROUPS, NEGATION, is_chosen, run_group
from traintray.core.advice.in_place import told_in_place
from traintray.core.advice.library import LibraryStep, Snippet, fitting
from traintray.core.advice.steps import without_lines
from traintray.core.advice.texts import Texts

Entry = Mapping[str, Any]


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


@dataclass(frozen=True, slots=True)
class Here:
    """The run that a text is read for."""

    speakers: tuple[str, ...]
    """Its training library and its framework."""
    places: Mapping[str, str]
    """Measures that it takes already, each with where that was seen."""


class General:
    """Speaks one language; with `here` for one run."""

    def __init__(self, language: str, here: Here | None = None) -> None:
        self._texts = Texts(language)
        self._here = here
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

    def _steps(self, entries: Iterable[Entry]) -> tuple[LibraryStep, ...]:
        """Join the entries that differ by their framework only."""
        found: dict[str, tuple[Entry, dict[str, Snippet]]] = {}
        for entry in entries:
            if not self._concerns(entry["when"]):
                continue
            _, snippets = found.setdefault(self._said(entry["title"]), (entry, {}))
            for snippet in self._snippets(entry):
                snippets.setdefault(snippet.code, snippet)
        made = (
            self._step(title, entry, tuple(snippets.values()))
            for title, (entry, snippets) in found.items()
        )
        return tuple(sorted(made, key=lambda step: step.in_place))

    def _step(
        self, title: str, entry: Entry, snippets: tuple[Snippet, ...]
    ) -> LibraryStep:
        if self._here is not None:
            wanted = entry.get("in_place", ())
            where = told_in_place(wanted, self._here.places, self._texts)
            if where:
                return LibraryStep(title, where, (), in_place=True)
            snippets = fitting(snippets, self._here.speakers)
        text = self._said(entry["text"])
        return LibraryStep(
            title,
            text if snippets else without_lines(text),
            snippets,
            own_parts(entry, self._words, self._texts),
        )

    def _concerns(self, when: Iterable[str]) -> bool:
        """Tell whether a step is for the framework of the run that is asked about."""
        if self._here is None:
            return True
        speakers = self._here.speakers
        groups = {group for name in speakers if (group := run_group(name))}
        known = [
            word
            for word in when
            if word.removeprefix(NEGATION) in {*self._frameworks, *GROUPS}
        ]
        return is_chosen(known, frozenset({*speakers, *groups}))

    def _snippets(self, entry: Entry) -> Iterator[Snippet]:
        for name, code in entry.get("snippets", {}).items():
            yield Snippet(name, self._frameworks[name], self._said(code))
        if "snippet" in entry:
            names = [word for word in entry["when"] if word in self._frameworks]
            label = ", ".join(self._frameworks[name] for name in names)
            code = self._said(entry["snippet"])
            yield Snippet(names[0] if names else "", label, code)
