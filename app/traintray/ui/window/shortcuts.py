"""Keys of a window and of its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

Keys = Mapping[str, Callable[[], object]]
"""Such as `Ctrl+P`, and what is done."""


def bind(part: QWidget, keys: Keys) -> None:
    """Do what stands behind each key while `part`, a window or a page of one, can be
    seen, whatever has the keyboard in the window.
    """
    for key, deed in keys.items():
        QShortcut(QKeySequence(key), part).activated.connect(deed)
