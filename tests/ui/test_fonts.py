import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QRawFont

from traintray.ui import fonts


@pytest.mark.parametrize(
    ("role", "family", "weight", "size_px"),
    [
        ("title", "Inter", 600, 20),
        ("value", "Inter", 600, 20),
        ("verdict", "Inter", 600, 15),
        ("body", "Inter", 400, 13),
        ("label", "Inter", 500, 13),
        ("head", "Inter", 600, 13),
        ("secondary", "Inter", 400, 12),
        ("caption", "Inter", 400, 11),
        ("code", "JetBrains Mono", 400, 12),
        ("code_bold", "JetBrains Mono", 600, 12),
    ],
)
def test_a_role_is_drawn_with_the_bundled_font(qapp, role, family, weight, size_px):
    font = fonts.font(role)
    drawn = QRawFont.fromFont(font)

    assert drawn.familyName() == family
    assert drawn.weight() == weight
    assert font.pixelSize() == size_px


def test_axis_ticks_stand_between_two_pixel_sizes(qapp):
    assert QFontInfo(fonts.font("tick")).pixelSize() in (9, 10)
    size_px = fonts.font("tick").pointSizeF() * 96 / 72
    assert size_px == pytest.approx(9.5, abs=0.01)


def test_figures_are_as_wide_as_each_other(qapp):
    for role in ("title", "row_value", "body", "caption", "tick"):
        metrics = QFontMetricsF(fonts.font(role))
        widths = [metrics.horizontalAdvance(str(digit) * 10) for digit in range(10)]
        assert max(widths) - min(widths) < 0.05 * len(widths), role


def test_code_has_no_ligatures(qapp):
    font = fonts.font("code")

    assert font.isFeatureSet(QFont.Tag("calt"))
    assert font.featureValue(QFont.Tag("calt")) == 0


def test_an_unknown_role_is_an_error(qapp):
    with pytest.raises(KeyError):
        fonts.font("heading7")


def test_loading_twice_registers_nothing_twice(qapp, monkeypatch):
    fonts.load()
    added = []
    monkeypatch.setattr(
        "traintray.ui.fonts.QFontDatabase.addApplicationFont", added.append
    )

    fonts.load()

    assert added == []


@pytest.mark.parametrize(
    ("desktop_px", "expected"),
    [
        pytest.param(12.0, 1.0, id="9 pt"),
        pytest.param(13.0, 1.0, id="the design"),
        pytest.param(14.67, 1.0, id="11 pt, as GNOME has it"),
        pytest.param(19.5, 1.5, id="large text"),
        pytest.param(60.0, 2.0, id="twice is the limit"),
    ],
)
def test_text_grows_with_the_desktop_font(desktop_px, expected):
    assert fonts.scale_for(desktop_px) == pytest.approx(expected)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_baseline_lies_on_a_device_pixel_inside_its_line(qapp, ratio):
    for role, line_px in (("label", 20), ("row_name", 16), ("caption", 14)):
        below = fonts.baseline(fonts.font(role), line_px, ratio)

        assert (below * ratio) == pytest.approx(round(below * ratio))
        assert line_px * 0.6 < below < line_px
