"""Hands a new palette down to the parts of a composed widget."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from traintray.ui.theme import Theme

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def retheme_children(parent: QWidget, theme: Theme) -> None:
    """Give `theme` to the nearest descendants that have a `set_theme`.

    Those hand it on to their own parts.
    """
    for child in parent.findChildren(QWidget, options=_DIRECT):
        set_theme = getattr(child, "set_theme", None)
        if set_theme is None:
            retheme_children(child, theme)
        else:
            set_theme(theme)
