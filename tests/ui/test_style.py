import re

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from traintray.ui import style
from traintray.ui.theme import DARK, LIGHT


def test_a_setting_chooses_the_theme(qapp):
    assert style.resolve("light") is LIGHT
    assert style.resolve("dark") is DARK


def test_without_a_setting_the_desktop_chooses(qapp):
    assert style.resolve("system") in (LIGHT, DARK)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_sheet_has_no_name_left_without_colour(theme):
    sheet = style.sheet(theme)

    assert "@" not in sheet
    assert set(re.findall(r"#[0-9a-f]{6}", sheet)) >= {theme.ink.name()}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_window_takes_palette_and_sheet(qtbot, theme):
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addWidget(QLineEdit("8"))

    style.apply(window, theme)
    window.show()

    assert window.palette().color(QPalette.ColorRole.Window) == theme.bg
    assert window.grab().toImage().pixelColor(2, 2).name() == theme.bg.name()


def test_a_blend_lies_between_both_colours():
    black, white = QColor("#000000"), QColor("#ffffff")

    assert style.blend(black, white, 0.0) == black
    assert style.blend(black, white, 1.0) == white
    assert style.blend(black, white, 0.5).name() == "#808080"


def test_fading_changes_the_opacity_of_a_copy():
    ink = QColor("#15181C")

    faded = style.faded(ink, 0.5)

    assert faded.alphaF() == pytest.approx(0.5, abs=0.01)
    assert ink.alphaF() == 1.0
