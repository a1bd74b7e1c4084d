"""Qt widgets are tested without a screen."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_NO_SIZE_HINTS = "This plugin does not support propagateSizeHints"
"""What the offscreen platform says of every window that has a smallest size."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/ui/" in str(item.path):
            item.add_marker(pytest.mark.qt_log_ignore(_NO_SIZE_HINTS, extend=True))
