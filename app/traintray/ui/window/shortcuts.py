"""Keys of a window, whatever has the keyboard in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def bind(window: QWidget, keys: Mapping[str, Callable[[], object]]) -> None:
    """Do what stands behind each key, such as `Ctrl+P`, when it is pressed."""
    for key, deed in keys.items():
        QShortcut(QKeySequence(key), window).activated.connect(deed)
