"""The two bundled type families and the roles that the design gives them."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from traintray import assets

log = logging.getLogger(__name__)

_FILES = (
    "Inter-Regular.otf",
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-SemiBold.ttf",
)
_LOADED = "traintray_fonts_loaded"
_CJK = {"win32": "Microsoft YaHei UI", "darwin": "PingFang SC"}
_CJK_MONO = {"win32": "Microsoft YaHei UI", "darwin": "PingFang SC"}

_BASE_PX = 13.0
_USUAL_PX = 14.8
"""Desktops ship with text of 9 to 11 pt, up to 14.7 px; all that is 100 %."""
_LARGEST_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class _Role:
    size_px: float
    line_px: float
    weight: int = 400
    mono: bool = False
    tracking_em: float = 0.0


_ROLES = {
    "title": _Role(20, 28, 600, tracking_em=-0.012),
    "value": _Role(20, 28, 600, tracking_em=-0.012),
    "verdict": _Role(15, 20, 600, tracking_em=-0.006),
    "body": _Role(13, 20),
    "label": _Role(13, 20, 500),
    "head": _Role(13, 20, 600),
    "row_name": _Role(13, 16, 500),
    "row_value": _Role(15, 18, 600),
    "row_missing": _Role(13, 18),
    "run_name": _Role(13, 17, 500),
    "run_detail": _Role(13, 17),
    "secondary": _Role(12, 16),
    "secondary_label": _Role(12, 16, 500),
    "secondary_head": _Role(12, 16, 600),
    "caption": _Role(11, 14),
    "caption_label": _Role(11, 14, 500),
    "caption_head": _Role(11, 14, 600),
    "tick": _Role(9.5, 12),
    "code": _Role(12, 18, mono=True),
    "code_bold": _Role(12, 18, 600, mono=True),
    "code_small": _Role(11, 14, mono=True),
}


def load() -> None:
    """Make the bundled families known to the running application.

    Costs some 20 ms the first time and nothing after that, so nobody who only
    sees the tray icon pays for it: `font` calls it when a text is first shown.
    A broken installation leaves the desktop's own font.
    """
    application = QCoreApplication.instance()
    if application is None:
        raise RuntimeError("fonts need a running QGuiApplication")
    if application.property(_LOADED):
        return
    application.setProperty(_LOADED, True)
    for name in _FILES:
        try:
            path = str(assets.path(f"fonts/{name}"))
        except FileNotFoundError as error:
            log.warning("%s", error)
            continue
        if QFontDatabase.addApplicationFont(path) == -1:
            log.warning("the bundled font %s cannot be read", name)


def scale() -> float:
    """How much larger than the design's 100 % the desktop wants its text, 1..2."""
    font = QGuiApplication.font()
    size_px = float(font.pixelSize())
    if size_px <= 0:
        screen = QGuiApplication.primaryScreen()
        dots_per_inch = screen.logicalDotsPerInch() if screen is not None else 96.0
        size_px = font.pointSizeF() * dots_per_inch / 72
    return scale_for(size_px)


def scale_for(desktop_px: float) -> float:
    """Return the scale for a desktop font of `desktop_px` logical pixels."""
    if desktop_px <= _USUAL_PX:
        return 1.0
    return min(_LARGEST_SCALE, desktop_px / _BASE_PX)


def scaled(design_px: float) -> int:
    """Return a length of the design in logical pixels, grown along with the text."""
    return round(design_px * scale())


def font(role: str) -> QFont:
    """Return the font of a role; KeyError for a role that the design lacks."""
    load()
    wanted = _ROLES[role]
    made = QFont()
    made.setFamilies(_families(wanted.mono))
    factor = scale()
    made.setPixelSize(max(1, round(wanted.size_px * factor)))
    if wanted.size_px != round(wanted.size_px):
        _set_fractional_size(made, wanted.size_px * factor)
    made.setWeight(QFont.Weight(wanted.weight))
    # Hinted sideways, letters sit on whole pixels and the words look uneven.
    made.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    if wanted.tracking_em:
        spacing_px = wanted.tracking_em * wanted.size_px * factor
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing_px)
    if wanted.mono:
        made.setFeature(QFont.Tag("calt"), 0)
    else:
        made.setFeature(QFont.Tag("tnum"), 1)
        made.setFeature(QFont.Tag("cv05"), 1)
    return made


def line_height(role: str) -> int:
    """Height of one line of text in a role, in logical pixels."""
    return scaled(_ROLES[role].line_px)


def baseline(made: QFont, height_px: float, ratio: float) -> float:
    """Return how far below the top of a box of `height_px` a text stands in it.

    In the middle, on a whole device pixel; `ratio` is the screen's pixel ratio.
    """
    metrics = QFontMetricsF(made)
    spare = height_px - metrics.ascent() - metrics.descent()
    return round((spare / 2 + metrics.ascent()) * ratio) / ratio


def _families(mono: bool) -> list[str]:
    if mono:
        fallback = _CJK_MONO.get(sys.platform, "Noto Sans Mono CJK SC")
        return ["JetBrains Mono", fallback]
    return ["Inter", _CJK.get(sys.platform, "Noto Sans CJK SC")]


def _set_fractional_size(made: QFont, size_px: float) -> None:
    """Give a font a size between two pixels, which Qt takes in points only."""
    screen = QGuiApplication.primaryScreen()
    if screen is not None:
        made.setPointSizeF(size_px * 72 / screen.logicalDotsPerInch())
