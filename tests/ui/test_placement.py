"""The popover is beside what was clicked and wholly on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from traintray.ui.placement import place

SIZE = QSize(380, 520)
SCREEN = QRect(0, 0, 1280, 800)
BELOW_TOP_PANEL = QRect(0, 32, 1280, 768)
ABOVE_BOTTOM_PANEL = QRect(0, 0, 1280, 760)
SECOND_SCREEN = QRect(1280, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("anchor", "available", "expected"),
    [
        pytest.param(
            QRect(1200, 4, 22, 22), BELOW_TOP_PANEL, (891, 40), id="under a top panel"
        ),
        pytest.param(
            QRect(600, 768, 22, 22),
            ABOVE_BOTTOM_PANEL,
            (420, 231),
            id="above a bottom panel",
        ),
        pytest.param(
            QRect(2, 400, 22, 22), QRect(32, 0, 1248, 800), (40, 150), id="left panel"
        ),
        pytest.param(QRect(640, 200, 1, 1), SCREEN, (450, 208), id="under a pointer"),
        pytest.param(
            QRect(3190, 1070, 1, 1), SECOND_SCREEN, (2811, 542), id="second screen"
        ),
    ],
)
def test_where_it_goes(anchor, available, expected):
    corner = place(SIZE, anchor, available)

    assert (corner.x(), corner.y()) == expected
    assert available.contains(QRect(corner, SIZE))


def test_a_screen_that_is_too_small_shows_the_top():
    corner = place(SIZE, QRect(100, 390, 1, 1), QRect(0, 0, 300, 400))

    assert corner == QPoint(8, 8)
