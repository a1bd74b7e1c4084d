"""What the core says in English, and numbers with their units, in Chinese."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import Unknown
from traintray.core.discovery import collect
from traintray.core.frame import State
from traintray.core.knobs.errors import EnvFileError
from traintray.core.readings import Gap, GapReason
from traintray.core.sentence import Sentence
from traintray.settings import settings
from traintray.ui import format as fmt
from traintray.ui.popover_parts.words import stale_words, words_for
from traintray.ui.spoken import gap_reason, spoken, spoken_error
from traintray.ui.window.missing_words import missing_words
from ui import frames
from ui.chinese import english_in


@pytest.mark.usefixtures("in_chinese")
def test_what_the_core_says_of_the_env_file_is_told_in_chinese(env_file):
    env_file.path.write_bytes(b"# >>> traintray >>>\nA=1\n")
    with pytest.raises(EnvFileError) as caught:
        env_file.plan({"OMP_NUM_THREADS": "8"})
    told = spoken_error(caught.value)

    assert told.startswith(f"没有使用 {env_file.path}：其中 traintray 的区块已损坏")
    assert "was not used" in str(caught.value)


@pytest.mark.usefixtures("in_chinese")
def test_a_link_in_a_circle_is_told_in_chinese(env_file):
    env_file.path.symlink_to(env_file.path)
    with pytest.raises(EnvFileError) as caught:
        env_file.values()

    assert not english_in(spoken_error(caught.value))


@pytest.mark.usefixtures("in_chinese")
def test_what_undo_leaves_is_told_in_chinese(env_file):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))
    text = env_file.path.read_text()
    env_file.path.write_text(text.replace("THREADS=8", "THREADS=4"))

    (left,) = env_file.undo().left

    assert spoken(left) == (
        "OMP_NUM_THREADS 现在是 4，而 traintray 写入的是 8，因此保持现状。"
    )


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize(
    "text", ['{"theme": "pink"}', '{"snooze_minutes": 1}', '{"notify": 3}', "[]", "{"]
)
def test_what_is_wrong_with_the_settings_is_told_in_chinese(tmp_path, text):
    path = tmp_path / "settings.json"
    path.write_text(text)

    (problem,) = settings.load(path)[1]

    assert "。" in spoken(problem)
    assert not re.search("must be|is used|defaults|Repair", spoken(problem))


def test_a_text_that_is_no_sentence_is_told_as_it_is():
    assert spoken("a\u00a0b") == "a\u00a0b"
    assert spoken_error(ValueError("odd")) == "odd"


@pytest.mark.usefixtures("in_chinese")
def test_a_value_inside_a_sentence_is_not_read_as_a_template():
    said = Sentence("EnvFile", "{path} is not used: {why}")

    assert spoken(said.filled(path="{why}", why="x")) == "没有使用 {why}：x"


@pytest.mark.parametrize("reason", GapReason)
def test_a_missing_value_has_its_reason_in_english(reason):
    assert gap_reason(reason) == reason.value


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize("reason", GapReason)
def test_a_missing_value_has_its_reason_in_chinese(reason):
    frame = frames.frame(State.NO_DATA, cpu=None, gaps={"cpu": Gap(reason)})

    assert not english_in(words_for(frame).text)


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize("rule", collect(rules, "RULE", Rule), ids=lambda r: r.kind)
def test_every_figure_that_can_be_missing_has_a_chinese_name(rule):
    for name in (*rule.needs, *rule.wants):
        assert not english_in(missing_words((name,))), name


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (12, "12 秒"),
        (240, "4 分钟"),
        (248, "4 分 8 秒"),
        (4_320, "1 小时 12 分"),
        (7_200, "2 小时"),
        (273_600, "3 天 4 小时"),
    ],
)
def test_a_duration_in_chinese(seconds, told):
    assert fmt.duration(seconds).replace("\u00a0", " ") == told


@pytest.mark.usefixtures("in_chinese")
def test_old_numbers_are_told_in_chinese():
    assert "12\u00a0秒前" in stale_words(12).text


@pytest.mark.usefixtures("in_chinese")
def test_several_missing_figures_are_listed_with_the_chinese_comma():
    verdict = Unknown(None, ("run.demand_threads", "run.switches_per_s"))

    assert missing_words(verdict.missing) == "线程、上下文切换"


@pytest.mark.usefixtures("in_chinese")
def test_qts_own_words_are_chinese_too():
    """The menu of a text field: Undo, Cut, Copy."""
    assert QCoreApplication.translate("QWidgetTextControl", "&Copy") == "复制(&C)"
