"""Qt widgets are tested without a screen."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_NO_SIZE_HINTS = "This plugin does not support propagateSizeHints"
"""What the offscreen platform says of every window that has a smallest size."""
_NO_TRAY = "No such signal QPlatformNativeInterface::systemTrayWindowChanged"
"""What it says of every tray icon."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/ui/" in str(item.path):
            ignored = pytest.mark.qt_log_ignore(_NO_SIZE_HINTS, _NO_TRAY, extend=True)
            item.add_marker(ignored)
