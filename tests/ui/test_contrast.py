"""A desktop of strong contrast gets black and white, with the shapes kept."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from traintray.ui import style
from traintray.ui.contrast import strong
from traintray.ui.desktop_look import look_of
from traintray.ui.theme import DARK, LIGHT

PAPER = ("bg", "side", "card", "sunk", "hover", "sel", "attention_tint")


def luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_lines_stand_out_from_every_surface(theme):
    made = strong(theme)

    for ink in ("ink", "ink2", "ink3", "line2", "ctl", "attention_text"):
        for paper in PAPER:
            assert contrast(getattr(made, ink), getattr(made, paper)) >= 7.0
    assert made.attention_tint == made.bg
    assert made.episode_alpha == 0.0
    assert made.attention_fill == theme.attention_fill
    assert (made.cpu, made.swap) == (theme.cpu, theme.swap)


@pytest.mark.parametrize(
    ("name", "has_contrast", "is_dark"),
    [
        ("HighContrast", True, None),
        ("HighContrastInverse", True, True),
        ("Adwaita-dark", False, True),
        ("Adwaita", False, None),
    ],
)
def test_the_name_of_the_desktops_theme_tells(tmp_path, name, has_contrast, is_dark):
    look = look_of(
        {"Net/ThemeName": name}, {"XDG_CONFIG_HOME": str(tmp_path)}, tmp_path
    )

    assert (look.has_contrast, look.is_dark) == (has_contrast, is_dark)


def test_the_theme_follows_the_desktop(qapp):
    application = QApplication.instance()
    application.setProperty("traintray_desktop_has_contrast", True)
    try:
        assert style.resolve("light") == strong(LIGHT)
        assert style.resolve("dark") == strong(DARK)
    finally:
        application.setProperty("traintray_desktop_has_contrast", False)
    assert style.resolve("light") == LIGHT
