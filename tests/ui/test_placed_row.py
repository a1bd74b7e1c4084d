"""Rows that break where the room ends remember their places only while they hold."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.ui.theme import LIGHT
from traintray.ui.widgets.buttons import SecondaryButton
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.head_row import HeadRow


@pytest.fixture
def page(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page)
    page.resize(300, 300)
    return page


def button(text: str) -> SecondaryButton:
    return SecondaryButton(text, LIGHT)


def test_one_more_makes_another_row_at_once(page):
    row = FlowRow(4)
    page.layout().addWidget(row)
    page.show()
    heights = []
    for _ in range(6):
        row.add(button("A choice"))
        heights.append(row.heightForWidth(200))

    assert heights[0] < heights[-1]
    row.clear()
    assert row.heightForWidth(200) == 0


def test_a_text_that_grows_moves_its_neighbours_down(page, qtbot):
    first, second = button("A"), button("B")
    row = HeadRow(QWidget(), (first, second), 4)
    page.layout().addWidget(row)
    page.show()
    assert first.y() == second.y()

    first.setText("A name so long that nothing has room beside it")

    qtbot.waitUntil(lambda: second.y() > first.y())
    assert row.height() >= second.geometry().bottom() + 1


def test_places_are_asked_for_once_a_width_while_nothing_changes(page):
    asked = []

    class Counted(FlowRow):
        def places(self, width):
            asked.append(width)
            return super().places(width)

    row = Counted(4)
    page.layout().addWidget(row)
    row.add(button("A choice"))
    page.show()
    asked.clear()

    assert len({row.heightForWidth(width) for width in (250, 251, 250, 251)}) == 1
    assert sorted(set(asked)) == sorted(asked)
