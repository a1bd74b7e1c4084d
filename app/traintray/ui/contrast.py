"""The look for people who need strong contrast: black and white, shapes and dashes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtGui import QColor, QGuiApplication

from traintray.ui.desktop_watch import desktop_has_contrast
from traintray.ui.desktop_wishes import portal_wants_contrast
from traintray.ui.theme import Theme

_INK = ("ink", "ink2", "ink3", "line", "line2", "ctl")
_TEXT = ("attention_text", "critical_text")
_PAPER = ("bg", "side", "card", "sunk", "attention_tint", "critical_tint", "onstate")


def is_wanted() -> bool:
    """Whether the desktop asks for it; one that tells nothing does not."""
    if desktop_has_contrast() or portal_wants_contrast():
        return True
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)
    if hints is None:
        return False  # Qt before 6.10
    return bool(hints().contrastPreference().name == "HighContrast")


def strong(theme: Theme) -> Theme:
    """Return the theme in black and white. Hues stay on lines, bars and shapes, which
    dashes and outlines tell apart as well; tints are dropped.
    """
    ink, paper = QColor("white"), QColor("black")
    if not theme.dark:
        ink, paper = paper, ink
    chosen = QColor("#4A4A4A" if theme.dark else "#C8C8C8")
    changed: dict[str, Any] = dict.fromkeys((*_INK, *_TEXT), ink)
    changed |= dict.fromkeys(_PAPER, paper) | {"hover": chosen, "sel": chosen}
    return replace(theme, **changed, episode_alpha=0.0)
