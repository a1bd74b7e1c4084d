"""Keys of a window, and those of a part of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

Keys = Mapping[str, Callable[[], object]]
"""Such as `Ctrl+P`, and what is done."""


def bind(window: QWidget, keys: Keys) -> None:
    """Do what stands behind each key, whatever has the keyboard in the window."""
    for key, deed in keys.items():
        QShortcut(QKeySequence(key), window).activated.connect(deed)


def bind_within(part: QWidget, keys: Keys) -> None:
    """Do it while the keyboard is in `part`."""
    where = Qt.ShortcutContext.WidgetWithChildrenShortcut
    for key, deed in keys.items():
        QShortcut(QKeySequence(key), part, context=where).activated.connect(deed)
