"""`traintray advice`: a tip or a page of the library in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from traintray.cli.advice_here import NoRunError, here_of
from traintray.cli.chosen import chosen_settings
from traintray.cli.finding_text import TICK
from traintray.cli.spoken_language import language_of
from traintray.cli.streams import complain, plain, shortened
from traintray.cli.wrapping import columns, wrapped
from traintray.core.advice.general import General, GeneralTip, Here
from traintray.core.advice.library import (
    CAP,
    STRATEGIES,
    Article,
    Library,
    LibraryStep,
    Setting,
    fitting,
)
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect

_IN = "  "
_CODE = " " * 7


def run(args: argparse.Namespace) -> int:
    """Print what is asked for; return the exit status."""
    language = args.lang or language_of(chosen_settings().language)
    kinds = tuple(sorted(rule.kind for rule in collect(rules, "RULE", Rule)))
    word = args.word
    try:
        here = None if args.pid is None else here_of(args.pid, language)
    except NoRunError as error:
        complain(str(error))
        return 2
    if word is None:
        lines = _list(language, kinds)
    elif word in kinds:
        general = General(language, here)
        lines = chain(
            _tip(general.tip(word), general), _strategies(word, Library(language))
        )
    elif (strategy := _strategy(word)) is not None:
        library = Library(language)
        lines = _article(library.article(strategy), library, here)
    else:
        names = ", ".join((*kinds, *STRATEGIES))
        complain(f"no advice on {plain(shortened(word))!r}; there is: {names}")
        return 2
    print("\n".join(lines))
    return 0


def _strategy(word: str) -> str | None:
    """Return a strategy by its name, or its number: `3`, `S3`."""
    numbers = {str(n): name for n, name in enumerate(STRATEGIES, start=1)}
    found = numbers.get(word.upper().removeprefix("S"))
    return word if word in STRATEGIES else found


def _list(language: str, kinds: Iterable[str]) -> Iterator[str]:
    general = General(language)
    rows = [(kind, general.chip(kind)) for kind in kinds]
    articles = Library(language).articles()
    pages = [(a.strategy, f"{a.number} {a.title}") for a in articles]
    wide = max(len(name) for name, _ in (*rows, *pages))
    yield from (f"{name:<{wide}}  {text}" for name, text in rows)
    yield ""
    yield from (f"{name:<{wide}}  {text}" for name, text in pages)


def _tip(tip: GeneralTip, general: General) -> Iterator[str]:
    yield f"{tip.chip}: {tip.title}"
    yield from wrapped(tip.measured)
    for name, texts in (("cases", tip.cases), ("why", tip.why)):
        yield from _head(general.head(name))
        yield from _bulleted(texts)
    yield from _head(general.head("steps"))
    for number, step in enumerate(tip.steps, start=1):
        yield from _step(number, step)
    for head, text in tip.after:
        yield from _part(head, text)
    if tip.notes:
        yield from _head(general.head("notes"))
        yield from _bulleted(tip.notes)


def _strategies(kind: str, library: Library) -> Iterator[str]:
    """Yield the pages of the library that go with a kind."""
    yield from _head(library.head("more"))
    for article in library.articles():
        if kind in article.helps_with:
            yield f"{_IN}traintray advice {article.strategy:<16}  {article.title}"


def _article(article: Article, library: Library, here: Here | None) -> Iterator[str]:
    head = library.head
    yield f"{article.number} {article.title}"
    yield from wrapped(article.summary)
    yield head("helps", what=article.helps)
    yield from _part(head("when"), article.when)
    yield from _head(head("signals"))
    for signal in article.signals:
        yield from wrapped(f"{signal.label}: {signal.meaning}", "  - ", "    ")
    if article.settings:
        yield from _head(head("settings"))
        yield from _settings(article.settings)
    yield from _head(head("steps"))
    for number, step in enumerate(article.steps, start=1):
        if here is not None:
            step = replace(step, snippets=fitting(step.snippets, here.speakers))
        yield from _step(number, step)
    for name, text in (
        ("not_helpful", article.not_helpful),
        ("cost", article.cost),
        ("effect", f"{article.effect[0]}, {article.effect[1]}."),
        ("undo", article.undo),
        ("measure", article.measure),
    ):
        yield from _part(head(name), text)
    yield from _head(head("links"))
    for link in article.links:
        yield f"{_IN}- {link.title}"
        yield f"    {link.address}"


def _settings(settings: Iterable[Setting]) -> Iterator[str]:
    for setting in settings:
        name = setting.name.ljust(24)
        value = "" if setting.value == CAP else f" ({setting.value})"
        yield from wrapped(f"{setting.limits}{value}", f"{_IN}{name}  ", " " * 28)


def _head(text: str) -> Iterator[str]:
    yield ""
    yield text


def _part(head: str, text: str) -> Iterator[str]:
    yield from _head(head)
    yield from wrapped(text, _IN, _IN)


def _bulleted(texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        mark = "- " if len(texts) > 1 else ""
        yield from wrapped(text, _IN + mark, _IN + " " * len(mark))


def _joined(title: str, text: str) -> str:
    """Return both on one line; after a Chinese mark there is no space."""
    return f"{title}{'' if columns(title[-1]) == 2 else ' '}{text}"


def _step(number: int, step: LibraryStep) -> Iterator[str]:
    mark = f"{_IN}{TICK if step.in_place else f'{number}.'} "
    indent = " " * columns(mark)
    yield from wrapped(_joined(step.title, step.text), mark, indent)
    for snippet in step.snippets:
        if snippet.label:
            yield f"{_CODE[:-2]}{snippet.label}:"
        yield from (f"{_CODE}{line}" for line in snippet.code.splitlines())
    for head, text in step.parts:
        yield from wrapped(f"{head}: {text}", indent, indent)
