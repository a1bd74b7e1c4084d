"""Lets what is too tall for a page scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def scrolling(inner: QWidget, sideways: bool = False) -> QScrollArea:
    """Return `inner` in a scroll area without a frame or a ground of its own; the keys
    stay with what is in it.
    """
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not sideways:
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(inner)
    scroll.viewport().setAutoFillBackground(False)
    inner.setAutoFillBackground(False)
    return scroll
