"""The library: eight strategies as articles. What does not depend on the language is
in `resources/library/`, the words are in `resources/advice/<language>/library/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from traintray import assets
from traintray.core.advice.texts import Texts, read_table

STRATEGIES = (
    "preprocessing",
    "lighter_network",
    "threads",
    "memory",
    "gpu",
    "distributed",
    "hardware",
    "monitor",
)
"""Their names, in the order of their numbers from 1 on."""
TOOLS = frozenset({"", "shell", "python", "numpy", "pillow", "dali"})
"""Whose lines go with every framework."""
KIN = {"ddp": "pytorch", "torchvision": "pytorch", "webdataset": "pytorch"}
"""Libraries and modes whose lines are for those who use that framework."""
EVERY_KIND = "every"
CAP = "cap"
"""A setting whose value is the number of threads that fits a process."""
T = TypeVar("T")


class LibraryError(Exception):
    """A file of the library is not as it has to be; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A figure that the app watches itself, and what it tells."""

    figure: str
    """Name of the figure of a run, such as `demand_threads`."""
    label: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable or a call that limits something."""

    name: str
    limits: str
    value: str
    """What to set it to; `CAP` stands for the threads that fit."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """Lines to copy."""

    framework: str
    """`pytorch`, `shell`, ..."""
    label: str
    """The same as people write it."""
    code: str


@dataclass(frozen=True, slots=True)
class LibraryStep:
    """One thing to do, for every framework that has lines of its own for it."""

    title: str
    text: str
    snippets: tuple[Snippet, ...]
    """The label is empty where the lines are for all frameworks."""
    parts: tuple[tuple[str, str], ...] = ()
    """Cost, effect, undo and limits of a step of a tip, with their heads, as far as
    they differ from those of the tip."""
    in_place: bool = False
    """The run that was asked about does so already; the text says where it shows."""


@dataclass(frozen=True, slots=True)
class Link:
    """Official documentation."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Article:
    """One strategy, in one language."""

    strategy: str
    number: int
    title: str
    summary: str
    helps: str
    """What it helps with, in a few words that go on after a colon."""
    helps_with: tuple[str, ...]
    """Kinds of findings; empty: every one."""
    topic: str
    """Which part of the machine it is about: `cpu`, `memory` or `gpu`."""
    knobs: tuple[str, ...]
    has_planner: bool
    rule: tuple[str, str]
    """The rule of thumb, and a line below it."""
    effect: tuple[str, str]
    """When it takes effect, and a line below it."""
    when: str
    not_helpful: str
    cost: str
    undo: str
    measure: str
    signals: tuple[Signal, ...]
    settings: tuple[Setting, ...]
    steps: tuple[LibraryStep, ...]
    links: tuple[Link, ...]

    def matches(self, kind: str) -> bool:
        """Whether it helps with a kind of finding."""
        return not self.helps_with or kind in self.helps_with


class Library:
    """The articles in one language."""

    def __init__(
        self, language: str, read_text: Callable[[str], str] = assets.read_text
    ) -> None:
        self._read_text = read_text
        self._texts = Texts(language, read_text)

    def articles(self) -> tuple[Article, ...]:
        """Return all of them by number; LibraryError for a file that is not right."""
        return tuple(self.article(strategy) for strategy in STRATEGIES)

    def head(self, name: str, **values: object) -> str:
        """Return the head of a part of an article."""
        return str(self._terms["heads"][name]).format(**values)

    def article(self, strategy: str) -> Article:
        """Return one; KeyError for an unknown name, LibraryError for a bad file."""
        if strategy not in STRATEGIES:
            raise KeyError(strategy)
        try:
            facts = read_table(self._read_text(f"library/{strategy}.toml"))
            words = self._texts.page(f"library/{strategy}")
            return self._made(strategy, facts, words)
        except (FileNotFoundError, ValueError) as error:
            raise LibraryError(f"{strategy}: {error}") from error
        except KeyError as error:
            raise LibraryError(f"{strategy}: {error.args[0]} is missing") from error

    @property
    def _terms(self) -> Mapping[str, Any]:
        return self._texts.page("library/terms")

    def _made(
        self, strategy: str, facts: Mapping[str, Any], words: Mapping[str, Any]
    ) -> Article:
        kinds = facts["helps_with"]
        _same(words.get("steps", {}), [step["name"] for step in facts["steps"]])
        _same(words.get("signals", {}), facts["signals"])
        _same(words.get("settings", {}), [s["name"] for s in facts.get("settings", ())])
        plain = ("title", "summary", "helps", "when", "not_helpful", "cost", "undo")
        return Article(
            strategy=strategy,
            number=_of(int, facts, "number"),
            helps_with=() if kinds == EVERY_KIND else tuple(kinds),
            topic=_of(str, facts, "topic"),
            knobs=tuple(facts.get("knobs", ())),
            has_planner=bool(facts.get("planner", False)),
            rule=_pair(words, "rule"),
            effect=_pair(words, "effect"),
            measure=_of(str, words, "measure"),
            signals=tuple(
                Signal(name, self._terms["figures"][name], words["signals"][name])
                for name in facts["signals"]
            ),
            settings=tuple(
                Setting(s["name"], words["settings"][s["name"]], s["value"])
                for s in facts.get("settings", ())
            ),
            steps=tuple(
                self._step(step, words["steps"][step["name"]])
                for step in facts["steps"]
            ),
            links=tuple(
                Link(each["title"], each["address"]) for each in facts["links"]
            ),
            **{name: _of(str, words, name) for name in plain},
        )

    def _step(self, facts: Mapping[str, Any], words: Mapping[str, Any]) -> LibraryStep:
        labels = self._terms["frameworks"]
        snippets = tuple(
            Snippet(framework, labels[framework], code.strip("\n"))
            for framework, code in facts.get("snippets", {}).items()
        )
        return LibraryStep(words["title"], words["text"], snippets)


def fitting(
    snippets: Iterable[Snippet], speakers: Sequence[str]
) -> tuple[Snippet, ...]:
    """Return the lines for all, and those of the first speaker that has any.

    All of them where none of the speakers has lines of its own.
    """
    given = tuple(snippets)
    own = [s for s in given if s.framework not in TOOLS]
    for name in speakers:
        if any(s.framework == name for s in own):
            return tuple(s for s in given if is_of(s, name))
    kin = tuple(s for s in given if any(is_of(s, name) for name in speakers))
    return kin or given


def is_of(snippet: Snippet, name: str) -> bool:
    """Tell whether lines are for all, for this framework, or for its kin."""
    framework = snippet.framework
    return framework in TOOLS or name in (framework, KIN.get(framework))


def _of(kind: type[T], table: Mapping[str, Any], name: str) -> T:
    value = table[name]
    if not isinstance(value, kind) or value == "":
        raise ValueError(f"{name} is {value!r}")
    return value


def _pair(table: Mapping[str, Any], name: str) -> tuple[str, str]:
    value = table[name]
    if len(value) != 2 or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{name} has to be two texts")
    return value[0], value[1]


def _same(words: Mapping[str, Any], names: list[str]) -> None:
    """Raise ValueError unless there are words for exactly these names."""
    lone = set(words).symmetric_difference(names)
    if lone:
        raise ValueError(f"{', '.join(sorted(lone))}: in one of its two files only")
