"""Every number that any rule can show has its words in every language."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from unicodedata import east_asian_width

import pytest

from core.advice import machine_scenes, scenes
from core.detection.runs import member, run
from traintray import assets
from traintray.core.advice.book import Book
from traintray.core.advice.case import Case
from traintray.core.advice.flags import (
    NEGATION,
    conditions,
    in_this_case,
    is_chosen,
)
from traintray.core.advice.texts import Texts
from traintray.core.advice.words import words
from traintray.core.detection import frameworks
from traintray.core.detection.framework import Framework
from traintray.core.detection.run import Role
from traintray.core.detection.signs import SIGNS
from traintray.core.detection.trainer import all_trainers
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.core.knobs import shelf

SCENES = {**scenes.SCENES, **machine_scenes.SCENES}
LANGUAGES = sorted(p.name for p in assets.path("advice").iterdir() if p.is_dir())
RULES = {rule.kind: rule for rule in collect(rules, "RULE", Rule)}
BOOKS = {language: Book(language) for language in LANGUAGES}
NAMES = tuple(f.name for f in collect(frameworks, "FRAMEWORK", Framework))
TRAINERS = tuple(trainer.name for trainer in all_trainers())
SEEN = [
    pytest.param(kind, seen, language, id=f"{kind}-{number}-{language}")
    for kind in RULES
    for number, seen in enumerate(SCENES.get(kind, ()))
    for language in LANGUAGES
]
HAN_BESIDE_LATIN = re.compile("[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]")
PLURAL_OF_ONE = re.compile(
    r"(?<![\d.,])1[ \u00a0](threads|workers|ranks|CPUs|cores|runs|training runs|GPUs"
    r"|processes|steps)\b"
)


def case_of(rule, seen, framework=None, trainer=None):
    """The finding of a scene as a case, as the pipeline would put it."""
    scene = seen.scene(rule)
    if framework is not None:
        changed = replace(scene.run, framework=framework, trainer=trainer)
        scene = replace(scene, run=changed)
    finding = rule.explain(scene)
    denied = []
    for other in RULES.values():
        if other.denies is not None and other is not rule:
            evidence = other.denies(replace(scene, limits=other.limits))
            denied += [evidence] if evidence is not None else []
    finding = replace(
        finding,
        ruled_out=tuple(e for e in denied if not e.crossed),
        also=tuple(kind for kind in RULES if kind != rule.kind),
        is_estimate=True,
    )
    recommendation = None
    if rule.knobs:
        runs = int(finding.facts.get("runs", 1.0))
        raises = bool(finding.facts.get("raises_cap", 0.0))
        recommendation = shelf.find(rule.knobs[0]).recommend(scene.run, runs, raises)
    return Case(finding, scene.run, recommendation, Policy().sustained_s)


def everything_said(advice):
    said = [advice.title, advice.headline, advice.popover_text, advice.summary]
    said += [advice.notification_text, advice.why, advice.estimate]
    said += [*advice.notes, *advice.also]
    said += [text for step in advice.steps for text in (step.title, step.text)]
    said += [text for step in advice.steps for _, text in step.parts]
    for row in (*advice.rows, *advice.ruled_out_rows):
        said += [row.label, row.threshold_text, row.reason, row.source]
    said += [share.label for share in advice.roles]
    return [text for text in said if text]


@pytest.mark.parametrize("kind", RULES)
def test_every_kind_has_a_scene_in_which_its_rule_holds(kind):
    assert SCENES.get(kind), f"add {kind} to tests/core/advice/scenes.py"
    for seen in SCENES[kind]:
        assert RULES[kind].judge(seen.values, Policy()) is True


@pytest.mark.parametrize(("kind", "seen", "language"), SEEN)
def test_every_number_has_label_threshold_reason_and_source(kind, seen, language):
    advice = BOOKS[language].advise(case_of(RULES[kind], seen))

    assert advice.rows
    for row in (*advice.rows, *advice.ruled_out_rows):
        key = row.evidence.key
        assert row.label, key
        assert row.threshold_text, key
        assert row.reason, f"[reasons] {key} of {kind} in {language}"
        assert row.source, f"[sources] {key} in {language}/terms.toml"


@pytest.mark.parametrize(("kind", "seen", "language"), SEEN)
def test_what_is_said_is_whole_and_short(kind, seen, language):
    advice = BOOKS[language].advise(case_of(RULES[kind], seen))

    assert len(advice.headline) <= 42
    assert len(advice.notification_text) <= 110
    assert advice.steps
    for text in everything_said(advice):
        assert "–" not in text, text
        assert not re.search(r"{[a-z_]*}|\bnan\b", text), text
        assert not PLURAL_OF_ONE.search(text), text


HELD_S = 248.0
HELD = {"en": "4\u00a0min", "zh_CN": "4\u00a0分钟"}
PERIOD = {"en": "10\u00a0min", "zh_CN": "10\u00a0分钟"}
"""What a count of new workers goes by: the period it is counted in."""
LONGEST_NAME = "a-name-as-long-as-it-gets"
NUMBER_WITH_UNIT = re.compile(
    r"\d[\d.,]*(%|\u00a0?([GMK]iB|°C|[Mk]?/s)| (threads?|CPUs?|workers?|GPUs?|times)"
    r"| of \d| 个| 次)"
)
NAMES_NO_RUN = re.compile(r"2 (training runs|个训练任务)")
"""What several runs do together is told of all of them."""


def short_texts(kind, seen, language, name="train.py"):
    """What popover and notification say of a scene after four minutes."""
    found = case_of(RULES[kind], seen)
    told = replace(found, run=replace(found.run, name=name), held_s=HELD_S)
    advice = BOOKS[language].advise(told)
    return advice.popover_text, advice.notification_text


@pytest.mark.parametrize(("kind", "seen", "language"), SEEN)
def test_popover_and_notification_say_how_much_and_for_how_long(kind, seen, language):
    for text in short_texts(kind, seen, language):
        period = (PERIOD if kind == "workers_pile_up" else HELD)[language]
        assert text.count(period) == 1, text
        assert NUMBER_WITH_UNIT.search(text.replace(period, "")), text
        assert not re.search(r"\b0[ \u00a0%]", text), text
        # "For 4 min 8 threads" would be read as a longer time.
        assert not re.search(re.escape(period) + r"\s*\d", text), text


@pytest.mark.parametrize(("kind", "seen", "language"), SEEN)
def test_popover_and_notification_name_the_run_and_keep_to_two_lines(
    kind, seen, language
):
    popover, _ = short_texts(kind, seen, language)
    assert columns(popover) <= 110, popover
    for text in short_texts(kind, seen, language, LONGEST_NAME):
        assert (
            LONGEST_NAME[:23] in text or "2 training runs" in text or "训练任务" in text
        )
    _, notification = short_texts(kind, seen, language, LONGEST_NAME)
    assert len(notification) <= 110, notification


def columns(text):
    """Its width in Latin letters: a Han character takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        pytest.param(kind, seen, id=f"{kind}-{number}")
        for kind in RULES
        for number, seen in enumerate(SCENES.get(kind, ()))
    ],
)
def test_chinese_has_no_english_unit_of_time(kind, seen):
    found = replace(case_of(RULES[kind], seen), held_s=HELD_S)
    said = everything_said(BOOKS["zh_CN"].advise(found))

    assert not [text for text in said if re.search(r"\d[ \u00a0](min|s|h|d)\b", text)]


@pytest.mark.parametrize(("kind", "seen", "language"), SEEN)
def test_chinese_has_a_space_between_han_and_latin(kind, seen, language):
    if language != "zh_CN":
        return
    said = everything_said(BOOKS[language].advise(case_of(RULES[kind], seen)))

    assert not [text for text in said if HAN_BESIDE_LATIN.search(text)]


TORCH = re.compile(r"torch|DataLoader|worker_init_fn|PyTorch")


@pytest.mark.parametrize("framework", [n for n in NAMES if n != "pytorch"])
@pytest.mark.parametrize("kind", RULES)
def test_no_step_shows_pytorch_to_another_framework(kind, framework):
    for seen in SCENES[kind]:
        advice = BOOKS["en"].advise(case_of(RULES[kind], seen, framework))
        for step in advice.steps:
            assert not TORCH.search(step.text + (step.snippet or "")), step


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", RULES)
def test_a_step_hangs_only_on_conditions_that_exist(kind, language):
    """A misspelt condition would never hold, and the step never be shown."""
    page = Texts(language).page(kind)
    known = {f"{cause}_cause" for cause in page["why"]} | set(NAMES)
    known |= set(TRAINERS)
    for seen in SCENES[kind]:
        known |= set(conditions(case_of(RULES[kind], seen)))
    for entry in (*page.get("steps", ()), *page.get("notes", ())):
        assert {word.removeprefix(NEGATION) for word in entry["when"]} <= known


@pytest.mark.parametrize("kind", RULES)
def test_every_other_wording_of_a_kind_is_chosen_in_some_scene(kind):
    """One whose condition is misspelt, or no fact of the finding, never would be."""
    entries = Texts("en").page(kind).get("instead", ())
    cases = [case_of(RULES[kind], seen) for seen in SCENES[kind]]
    chosen = [in_this_case({"instead": entries}, c.finding.facts) for c in cases]

    for entry in entries:
        for name in entry.keys() - {"when"}:
            text = entry[name]
            assert any(page.get(name) == text for page in chosen), (entry, name)


ROW_WORDS = {"sign", "threshold", "ratio", "core_ratio", "times", "sustained", "n"}
FROM_THE_KNOB = {"cap", "exports", "arithmetic", "not_helpful"}
FROM_THE_SCRIPT = {"line_number", "line_file", "line_text", "line_fix"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", RULES)
def test_every_placeholder_of_every_text_has_a_word(kind, language):
    """A step that no scene shows would else raise KeyError when it is shown."""
    page, known = Texts(language).page(kind), ROW_WORDS | FROM_THE_KNOB
    for seen in SCENES[kind]:
        known |= set(words(case_of(RULES[kind], seen), Texts(language), page))

    assert placeholders(page) <= known | FROM_THE_SCRIPT


def placeholders(node):
    if isinstance(node, str):
        return {name for _, name, _, _ in string.Formatter().parse(node) if name}
    children = node.values() if isinstance(node, dict) else node
    return set().union(*(placeholders(child) for child in children))


@pytest.mark.parametrize("kind", RULES)
def test_every_language_says_the_same_things(kind):
    """The same tables, the same keys, the same steps under the same conditions."""
    english, *others = (shape(Texts(language).page(kind)) for language in LANGUAGES)

    for other in others:
        assert other == english


PLAIN = ("when", "in_place", "opens")
"""What is the same in every language, word for word."""


def shape(node):
    if isinstance(node, dict):
        if "when" in node:
            same = {name: node.get(name) for name in PLAIN}
            return (sorted(node), same, code_of(node))
        return {key: shape(value) for key, value in node.items()}
    if isinstance(node, list) and node and isinstance(node[0], dict):
        return [shape(entry) for entry in node]
    return None


def code_of(step):
    """Its lines without the comments, which are translated."""
    lines = {"": step.get("snippet", ""), **step.get("snippets", {})}
    return {
        name: [line for line in code.splitlines() if not line.startswith("#")]
        for name, code in lines.items()
    }


@pytest.mark.parametrize("kind", RULES)
def test_a_step_names_signs_and_frameworks_that_exist(kind):
    """A misspelt sign would never be seen, and misspelt lines never be shown."""
    for step in Texts("en").page(kind)["steps"]:
        assert set(step.get("in_place", ())) <= {sign.name for sign in SIGNS}
        assert set(step.get("snippets", {})) <= {*NAMES, *TRAINERS}
        assert step.get("opens", "planner") == "planner"


ON_THE_KNOBS_PAGE = {"pin_memory"}
"""Signs that a line of the script is held against, and no step."""


def test_every_sign_ticks_off_a_step_of_some_tip_or_a_line_of_the_script():
    named = {
        sign
        for kind in RULES
        for step in Texts("en").page(kind)["steps"]
        for sign in step.get("in_place", ())
    }

    assert {sign.name for sign in SIGNS} == named | ON_THE_KNOBS_PAGE


@pytest.mark.parametrize("trainer", all_trainers(), ids=lambda t: t.name)
def test_a_run_with_a_training_library_gets_its_lines_and_not_those_of_another(trainer):
    shown = set()
    for framework in sorted(trainer.drives):
        for kind, seens in SCENES.items():
            for seen in seens:
                case = case_of(RULES[kind], seen, framework, trainer.name)
                shown |= {step.snippet for step in BOOKS["en"].advise(case).steps}
    code = "\n".join(filter(None, shown))

    assert OWN_LINES[trainer.name] in code
    for name, line in OWN_LINES.items():
        assert name == trainer.name or line not in code


OWN_LINES = {
    "lightning": "def train_dataloader(self)",
    "transformers": "TrainingArguments(",
    "accelerate": "Accelerator(",
    "keras": "keras.utils.PyDataset",
}


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_step_leads_to_lines_that_are_not_there(framework, language):
    for kind, seens in SCENES.items():
        for seen in seens:
            case = case_of(RULES[kind], seen, framework)
            for step in BOOKS[language].advise(case).steps:
                assert step.snippet or not step.text.endswith((":", "：")), step


def test_a_condition_can_be_asked_for_in_the_negative():
    assert is_chosen(["not quota", "cap"], frozenset({"cap"}))
    assert not is_chosen(["not quota"], frozenset({"quota"}))


@pytest.mark.parametrize(("computing", "over"), [(2.0, False), (3.0, True)])
def test_a_rank_that_does_not_compute_needs_no_room(computing, over):
    ranks = [member(n, Role.RANK, 1.0) for n in range(2, 6)]
    rule = RULES["too_many_threads"]
    seen = SCENES[rule.kind][0]
    seen = replace(
        seen,
        numbers={**seen.numbers, "run.computing_ranks": computing},
        run=run(member(1, Role.LAUNCHER, 0.0), *ranks),
    )

    assert conditions(case_of(rule, seen))["ranks_over"] is over
