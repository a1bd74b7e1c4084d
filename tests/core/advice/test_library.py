"""The library: every strategy is whole, in every language, and names what exists."""

from __future__ import annotations

import ast
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from traintray import assets
from traintray.cli.parser import _build, _parse
from traintray.core import detection
from traintray.core.advice.after import PARTS
from traintray.core.advice.general import General
from traintray.core.advice.library import (
    CAP,
    STRATEGIES,
    Library,
    LibraryError,
    Snippet,
    fitting,
)
from traintray.core.advice.texts import Texts
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.core.knobs.catalog.thread_cap import KNOB

LANGUAGES = sorted(p.name for p in assets.path("advice").iterdir() if p.is_dir())
KINDS = {rule.kind for rule in collect(rules, "RULE", Rule)}

DETECTION = Path(detection.__file__).parent
HAN_BESIDE_LATIN = re.compile("[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]")
PAGES = [
    pytest.param(strategy, language, id=f"{strategy}-{language}")
    for strategy in STRATEGIES
    for language in LANGUAGES
]


def words_of(article):
    """All sentences of an article."""
    said = [article.title, article.summary, article.when, article.not_helpful]
    said += [article.cost, article.undo, article.measure, *article.rule]
    said += [*article.effect, *(signal.meaning for signal in article.signals)]
    said += [setting.limits for setting in article.settings]
    for step in article.steps:
        said += [step.title, step.text]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_eight_strategies_have_the_numbers_1_to_8(language):
    articles = Library(language).articles()

    assert [article.number for article in articles] == list(range(1, 9))
    assert [article.strategy for article in articles] == list(STRATEGIES)


@pytest.mark.parametrize(("strategy", "language"), PAGES)
def test_no_part_of_an_article_is_empty(strategy, language):
    article = Library(language).article(strategy)

    assert all(text.strip() for text in words_of(article))
    assert article.signals
    assert article.steps
    assert article.links
    if language == "zh_CN":
        assert not [t for t in words_of(article) if HAN_BESIDE_LATIN.search(t)]
        assert all(re.search("[\u4e00-\u9fff]", text) for text in words_of(article))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_article_names_kinds_figures_and_knobs_that_exist(strategy):
    article = Library("en").article(strategy)
    sources = "".join(path.read_text() for path in DETECTION.glob("*.py"))

    assert set(article.helps_with) <= KINDS
    for signal in article.signals:
        assert f'"{signal.figure}"' in sources
    assert set(article.knobs) <= {KNOB.name}
    for setting in article.settings:
        assert setting.value == CAP or setting.value.isdigit()


def test_every_kind_of_finding_has_a_strategy_of_its_own():
    articles = [a for a in Library("en").articles() if a.helps_with]

    assert [kind for kind in KINDS if not any(a.matches(kind) for a in articles)] == []


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_link_has_a_title_and_an_address(strategy):
    links = Library("en").article(strategy).links

    for link in links:
        assert link.title.strip()
        assert re.fullmatch(r"https://[a-z0-9.-]+/\S*", link.address)
    assert len({link.address for link in links}) == len(links)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_python_snippet_parses_and_every_own_command_is_understood(strategy):
    parser = _build()
    for step in Library("en").article(strategy).steps:
        for snippet in step.snippets:
            if snippet.framework != "shell":
                ast.parse(snippet.code)
                continue
            for line in snippet.code.splitlines():
                words = shlex.split(line)
                if words[0] == "traintray":
                    _parse(parser, words[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_in_two_articles_or_two_tips(language):
    places = Counter()
    for article in Library(language).articles():
        places.update(set(sentences(" ".join(words_of(article)))))
    for kind in KINDS:
        places.update(set(sentences(spoken(Texts(language).page(kind)))))

    assert [text for text, count in places.items() if count > 1] == []


def spoken(page):
    """What a tip says of itself; what rules share is in `terms`."""
    said = [*page["summary"].values(), *page["why"].values()]
    entries = (*page.get("steps", ()), *page.get("notes", ()))
    said += [entry["text"] for entry in entries]
    said += [entry[part] for entry in entries for part in PARTS if part in entry]
    said += page["after"].values()
    return " ".join(said)


def sentences(text):
    """Sentences that say something: of several words."""
    found = re.split(r"(?<=[.。!?？])\s*", text)
    return [one for one in found if len(one) > 24 or len(one.split()) > 4]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_tip_without_a_run_explains_every_placeholder(kind, language):
    tip = General(language).tip(kind)

    said = [tip.title, *tip.cases, *tip.why, *tip.notes]
    said += [text for step in tip.steps for text in (step.title, step.text)]
    said += [snippet.code for step in tip.steps for snippet in step.snippets]
    assert tip.steps
    assert not [text for text in said if re.search(r"(?<!\$){[a-z_]+}", text)]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("title =", "titel =", "title is missing"),
        ('rule = ["cores − workers", ', "rule = [", "rule has to be two texts"),
        ("[steps.cap]", "[steps.cup]", "cap, cup: in one of its two files only"),
        ("when = ", 'when = ""\nwhy = ', "when is ''"),
        ("title =", "title", "threads: "),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(old, new, complaint):
    def read_text(name):
        text = assets.read_text(name)
        return text.replace(old, new, 1) if name.endswith("y/threads.toml") else text

    with pytest.raises(LibraryError, match=f"threads: .*|{complaint}") as raised:
        Library("en", read_text).article("threads")
    assert complaint in str(raised.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_tip_says_cost_effect_undo_and_limits(kind, language):
    parts = General(language).tip(kind).after

    assert len(parts) == 4
    for head, text in parts:
        assert head.strip()
        assert len(text) >= 6
        assert "{" not in text
        if language == "zh_CN":
            assert not HAN_BESIDE_LATIN.search(text)


GIVEN = tuple(
    Snippet(name, name, name)
    for name in ("shell", "pytorch", "ddp", "lightning", "jax")
)


@pytest.mark.parametrize(
    ("speakers", "names"),
    [
        pytest.param(("jax",), ["shell", "jax"], id="its own and those for all"),
        pytest.param(
            ("lightning", "pytorch"), ["shell", "lightning"], id="the closest"
        ),
        pytest.param(("pytorch",), ["shell", "pytorch", "ddp"], id="its kin too"),
        pytest.param(("accelerate", "pytorch"), ["shell", "pytorch", "ddp"], id="next"),
        pytest.param(("mxnet",), ["shell"], id="only what is for all"),
    ],
)
def test_lines_are_chosen_for_who_reads_them(speakers, names):
    assert [snippet.framework for snippet in fitting(GIVEN, speakers)] == names


def test_where_nothing_fits_all_lines_are_shown():
    given = GIVEN[3:]

    assert fitting(given, ("xgboost",)) == given
