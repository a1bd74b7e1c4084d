"""Where the window was and what it showed, kept from one start to the next."""

from __future__ import annotations

import base64
import binascii
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from traintray.core import atomic

log = logging.getLogger(__name__)

_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class WindowState:
    """What is remembered."""

    geometry: bytes = b""
    """As QWidget.saveGeometry returns it; empty before the first time."""
    page: str = ""
    span_s: float = 0.0
    """Range of the Live page in seconds; 0 before one was chosen."""
    pages: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """What each page wants to find again, by its name."""


def load(path: Path) -> WindowState:
    """Return what was saved. A file that is missing or broken is as good as none:
    nothing in it is worth bothering anyone.
    """
    try:
        data = atomic.read(path)
        found = json.loads(data) if data is not None else {}
        return WindowState(
            base64.b64decode(str(found.get("geometry", "")), validate=True),
            str(found.get("page", "")),
            float(found.get("span_s", 0.0)),
            {n: p for n, p in found.get("pages", {}).items() if isinstance(p, dict)},
        )
    except (OSError, ValueError, TypeError, AttributeError, binascii.Error) as error:
        log.warning("%s is ignored: %s", path, error)
        return WindowState()


def save(path: Path, state: WindowState) -> None:
    """Write `state`; a disk that refuses is logged and costs only the memory."""
    found = {
        "schema": _SCHEMA,
        "geometry": base64.b64encode(state.geometry).decode(),
        "page": state.page,
        "span_s": state.span_s,
        "pages": state.pages,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(path, json.dumps(found).encode() + b"\n")
    except OSError as error:
        log.warning("the window's place cannot be saved: %s", error)


def put_back(window: QWidget, geometry: bytes) -> None:
    """Give a window the place it had, or the middle of the first screen where that one
    is gone. It keeps its size where nothing sensible was saved.
    """
    if not geometry:
        return
    size = window.size()
    if not window.restoreGeometry(QByteArray(geometry)):
        window.resize(size)
    screen = QGuiApplication.primaryScreen()
    if screen is not None and not on_a_screen(window.geometry()):
        window.move(screen.availableGeometry().center() - window.rect().center())


def on_a_screen(place: QRect) -> bool:
    """Return whether enough of a window can be seen to grip it."""
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(place)
        if seen.width() >= 100 and seen.height() >= 60:
            return True
    return False
