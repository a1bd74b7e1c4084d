"""Qt widgets are tested without a screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QObject

from traintray.core.knobs.envfile import EnvFile
from traintray.ui import language
from ui import chinese

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_OFFSCREEN_LACKS = "This plugin does not support"
"""What the offscreen platform says of size hints, of raising a window and of the
keyboard grab of a popup."""
_NO_TRAY = "No such signal QPlatformNativeInterface::systemTrayWindowChanged"
"""What it says of every tray icon."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/ui/" in str(item.path):
            ignored = pytest.mark.qt_log_ignore(_OFFSCREEN_LACKS, _NO_TRAY, extend=True)
            item.add_marker(ignored)


@pytest.fixture
def env_file(tmp_path: Path) -> EnvFile:
    """An env file that is not there yet, in a folder of its own."""
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    return EnvFile(folder / "train.env", tmp_path / "state")


@pytest.fixture(scope="session")
def chinese_words(tmp_path_factory):
    """The folder of the compiled words."""
    folder = tmp_path_factory.mktemp("translations")
    chinese.compiled(folder)
    return folder


@pytest.fixture
def in_chinese(qapp, chinese_words):
    """The app speaks Chinese."""
    speaker = QObject()
    language.install(language.choose("zh_CN"), speaker, chinese_words)
    yield
    for translator in speaker.children():
        QCoreApplication.removeTranslator(translator)
