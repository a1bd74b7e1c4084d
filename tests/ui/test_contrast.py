"""A desktop of strong contrast gets black and white, with the shapes kept."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from traintray.ui import style
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.contrast import strong
from traintray.ui.desktop_look import look_of
from traintray.ui.style import blend
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.bullet_bar import BulletBar
from traintray.ui.window.history.day_strips import DayStrips
from traintray.ui.window.pages.history import HistoryPage
from ui import frames, past_data

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


def is_amber(colour: QColor) -> bool:
    """Whether it is warm; the value bar is blue, all else is ink on paper."""
    return colour.red() - colour.blue() > 12


def colours(widget) -> dict[str, int]:
    """How many pixels of each colour a widget shows."""
    picture = widget.grab().toImage()
    found: dict[str, int] = {}
    for x in range(picture.width()):
        for y in range(picture.height()):
            name = picture.pixelColor(x, y).name()
            found[name] = found.get(name, 0) + 1
    return found


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_side_of_a_threshold_is_tinted_only_without_strong_contrast(qtbot, theme):
    row = frames.attention_frame().runs[0].advice.rows[0]
    amber = {}
    for each in (theme, strong(theme)):
        bar = BulletBar(each)
        qtbot.addWidget(bar)
        bar.show_evidence(row.evidence, row.label)
        bar.resize(bar.sizeHint())
        amber[each.drops_tints] = sum(
            count for name, count in colours(bar).items() if is_amber(QColor(name))
        )

    assert amber[False] > 50
    assert amber[True] == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_episodes_of_a_day_keep_their_base_and_lose_their_tint(qtbot, theme):
    shown = {}
    for each in (theme, strong(theme)):
        desk = ArchiveDesk(past_data.ten_days)
        page = HistoryPage(each, desk)
        qtbot.addWidget(page)
        page.resize(932, 720)
        page.show()
        page.show_frame(frames.attention_frame())
        (strips,) = page.findChildren(DayStrips)
        qtbot.waitUntil(lambda: any(day.marks for day in strips.days))  # noqa: B023
        found = colours(strips)
        desk.close()
        tinted = blend(each.bg, each.attention_fill, 0.34).name()
        shown[each.drops_tints] = (
            found.get(tinted, 0),
            found.get(each.attention_fill.name(), 0),
        )

    assert shown[False][0] > 20
    assert shown[True][0] == 0
    assert shown[True][1] > 20  # the base


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
