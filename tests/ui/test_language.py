"""The language of the app."""

from __future__ import annotations

import pytest

from traintray.ui import language


@pytest.mark.parametrize(
    ("setting", "wanted", "chosen"),
    [
        ("en", ["zh-Hans-CN"], "en"),
        ("zh_CN", ["en-US"], "zh_CN"),
        ("system", ["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"),
        ("system", ["de-DE", "zh-CN", "en"], "zh_CN"),
        ("system", ["de-DE", "en-GB", "zh-CN"], "en"),
        ("system", ["de-DE"], "en"),
        ("system", [], "en"),
    ],
)
def test_which_language(setting, wanted, chosen):
    assert language.choose(setting, wanted) == chosen


def test_the_systems_languages_are_asked_for(qapp):
    assert language.choose("system") in ("en", "zh_CN")


def test_a_language_without_a_file_leaves_the_words_english(qapp):
    language.install("tlh", qapp)

    assert qapp.translate("TrayMenu", "Quit") == "Quit"
