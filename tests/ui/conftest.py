"""Qt widgets are tested without a screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from traintray.core.knobs.envfile import EnvFile

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
