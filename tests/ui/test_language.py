"""Which language the app speaks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QObject

from traintray.ui import language
from ui import chinese


@pytest.mark.parametrize(
    ("setting", "wanted", "spoken_language"),
    [
        ("zh_CN", ["en-US"], "zh_CN"),
        ("en", ["zh-Hans-CN"], "en"),
        ("system", ["zh-Hans-CN", "zh"], "zh_CN"),
        ("system", ["zh_CN"], "zh_CN"),
        ("system", ["en-US", "zh-CN"], "en"),
        ("system", ["de-DE", "zh-CN"], "zh_CN"),
        ("system", ["de-DE"], "en"),
        ("system", ["C"], "en"),
        ("system", [], "en"),
    ],
)
def test_the_language_is_the_first_of_the_users_that_the_app_speaks(
    setting, wanted, spoken_language
):
    assert language.choose(setting, wanted) == spoken_language


@pytest.mark.parametrize(
    ("variables", "spoken_language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "en_US:zh_CN"}, "en"),
    ],
)
def test_the_language_of_the_desktop_is_taken_from_the_environment(
    variables, spoken_language
):
    cleared = ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES")
    env = {name: value for name, value in os.environ.items() if name not in cleared}
    code = "from traintray.ui import language; print(language.choose('system'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**env, **variables, "PYTHONPATH": str(chinese.ROOT / "app")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == spoken_language


def test_without_the_built_file_the_app_speaks_english(qapp, tmp_path):
    speaker = QObject()
    language.install("zh_CN", speaker, tmp_path)

    assert QCoreApplication.translate("Popover", "Memory") == "Memory"
    for translator in speaker.children():
        QCoreApplication.removeTranslator(translator)


def test_a_language_that_the_app_does_not_have_leaves_the_words_english(qapp):
    language.install("tlh", qapp)

    assert qapp.translate("TrayMenu", "Quit") == "Quit"
