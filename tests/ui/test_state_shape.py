import math

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, qAlpha

from traintray.core.diagnosis.verdict import Clear, Finding, Severity, Unknown
from traintray.core.frame import State
from traintray.ui.state_shape import (
    Shape,
    paint_state,
    shape_ink,
    shape_of_state,
    shape_of_verdict,
)
from traintray.ui.theme import DARK, LIGHT


def painted(shape, side=160, theme=LIGHT):
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint_state(painter, QRectF(0, 0, side, side), shape, theme)
    painter.end()
    return image


def colour(image, x, y):
    """Colour at a point of the 16 px grid, empty where nothing is painted."""
    side = image.width() / 16
    pixel = image.pixel(int(x * side), int(y * side))
    return QColor.fromRgba(pixel).name() if qAlpha(pixel) > 200 else ""


def on_ring(image):
    """Share of the ring's points that are painted."""
    side = image.width() / 16
    hits = 0
    for degree in range(360):
        x = 8 + 6.3 * math.cos(math.radians(degree))
        y = 8 + 6.3 * math.sin(math.radians(degree))
        hits += qAlpha(image.pixel(int(x * side), int(y * side))) > 127
    return hits / 360


def test_shapes_differ_even_without_colour():
    points = [(x, y) for x in range(0, 160, 2) for y in range(0, 160, 2)]
    outlines = set()
    for shape in Shape:
        image = painted(shape)
        outlines.add(tuple(qAlpha(image.pixel(x, y)) > 127 for x, y in points))
    assert len(outlines) == len(Shape)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_only_what_needs_the_user_has_a_hue(theme):
    assert shape_ink(Shape.ATTENTION, theme) == theme.attention_fill
    assert shape_ink(Shape.CRITICAL, theme) == theme.critical_fill
    assert shape_ink(Shape.OK, theme) == theme.ink2
    for shape in (Shape.PAUSED, Shape.WAITING, Shape.NO_DATA, Shape.UNCHANGED):
        assert shape_ink(shape, theme) == theme.ink3


def test_the_triangle_points_up_and_has_a_mark():
    image = painted(Shape.ATTENTION)

    assert colour(image, 8, 2) == LIGHT.attention_fill.name()
    assert colour(image, 2, 3) == ""
    assert colour(image, 8, 8) == LIGHT.onstate.name()
    assert colour(image, 8, 12.2) == LIGHT.onstate.name()


def test_the_octagon_has_cut_corners():
    image = painted(Shape.CRITICAL)

    assert colour(image, 1.5, 1.5) == ""
    assert colour(image, 1.5, 8) == LIGHT.critical_fill.name()
    assert colour(image, 8, 6) == LIGHT.onstate.name()


def test_the_ring_of_no_data_is_dashed():
    dashed, closed = painted(Shape.NO_DATA), painted(Shape.WAITING)

    assert colour(closed, 14.3, 8) == LIGHT.ink3.name()
    assert colour(dashed, 8, 8) == ""
    assert on_ring(dashed) == pytest.approx(2.3 / 4.4, abs=0.1)
    assert on_ring(closed) == 1.0


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Clear(), Shape.OK),
        (Finding("x", Severity.ATTENTION, ()), Shape.ATTENTION),
        (Finding("x", Severity.CRITICAL, ()), Shape.CRITICAL),
        (Unknown(None, ("sustained_s",)), Shape.WAITING),
    ],
)
def test_a_verdict_has_its_shape(verdict, expected):
    assert shape_of_verdict(verdict) is expected


def test_every_state_of_the_machine_has_a_shape():
    assert {shape_of_state(state) for state in State} <= set(Shape)
    assert shape_of_state(State.PAUSED) is Shape.PAUSED
    assert shape_of_state(State.OK) is Shape.OK
