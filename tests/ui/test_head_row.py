"""A head gives its controls a row of their own where there is no room beside words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.ui.theme import LIGHT
from traintray.ui.widgets.buttons import SecondaryButton
from traintray.ui.widgets.label import Label
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.history.column_widths import (
    column_widths,
    shared_widths,
    widths_in,
)
from traintray.ui.window.history.record_header import INSET_PX
from traintray.ui.window.history.record_table import Column, RecordModel


@pytest.fixture
def head(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    title = Label("title", LIGHT)
    title.setText("A headline that must not be cut")
    buttons = [SecondaryButton(text, LIGHT) for text in ("First", "Second")]
    head = HeadRow(title, buttons, 10)
    column = QVBoxLayout(page)
    column.addWidget(head)
    column.addStretch(1)
    page.show()
    return page, head, title, buttons


def places(head, parts) -> list[QRect]:
    return [part.geometry() for part in parts if part.isVisible()]


def test_wide_they_stand_beside_each_other_and_narrow_below(head):
    page, row, title, buttons = head
    page.resize(600, 300)
    beside = places(row, buttons)
    assert all(place.left() > title.geometry().right() for place in beside)
    assert row.height() < 2 * buttons[0].height()

    page.resize(320, 300)
    below = places(row, buttons)
    assert all(place.top() > title.geometry().bottom() for place in below)
    assert title.width() >= title.sizeHint().width()
    assert all(row.rect().contains(place) for place in below)


def test_one_that_has_to_be_wider_than_it_wants_ends_where_the_row_ends(head):
    page, row, _, buttons = head
    buttons[1].setMinimumWidth(buttons[1].sizeHint().width() + 25)

    page.resize(700, 300)

    assert buttons[1].geometry().right() == row.rect().right()


def test_one_that_is_hidden_takes_no_room(head):
    page, row, title, buttons = head
    page.resize(360, 300)
    assert places(row, buttons)[0].top() > title.geometry().bottom()

    buttons[1].hide()
    page.resize(400, 300)

    assert places(row, buttons)[0].left() > title.geometry().right()


@pytest.mark.parametrize(
    ("room", "shares", "needed", "widths"),
    [
        pytest.param(400, (1, 3), (50, 50), [100, 300], id="as the design has them"),
        pytest.param(400, (1, 3), (160, 50), [160, 240], id="one needs more"),
        pytest.param(100, (1, 3), (160, 50), [160, 50], id="too narrow: it scrolls"),
    ],
)
def test_columns_share_the_room_and_none_is_cut(room, shares, needed, widths):
    assert shared_widths(room, shares, needed) == widths


def table(*columns):
    model = RecordModel(columns)
    model.show_records(["a name that somebody gave", "short"])
    return model


def column(title="T", **more):
    return Column(title, more.pop("width_px", 100), str, **more)


def wanted(*columns):
    """What a table needs: it gets no room at all, and each column is rounded."""
    return sum(column_widths(table(*columns), 1.0)) + len(columns)


def test_a_text_that_may_be_cut_is_whole_where_all_fit():
    whole, cut = column(width_px=1), column(width_px=1, cut_above_px=40)
    room = wanted(whole, whole)

    one, other = column_widths(table(cut, column(width_px=1)), room)

    assert one - INSET_PX == pytest.approx(other, abs=3)
    cut_px, whole_px = column_widths(table(cut, whole), room - 20)
    assert (cut_px < one - 10, whole_px >= other - 3) == (True, True)


def test_bars_are_spared_before_a_column_is():
    plain = column()
    bars = column(extra_px=52, spare_px=52)
    spare = column(spare_rank=1)
    all_whole = wanted(plain, column(extra_px=52), column())
    without_bars = wanted(plain, column(), column())

    model = table(plain, bars, spare)

    assert all(column_widths(model, all_whole))
    assert all(column_widths(model, without_bars)), "the bars went"
    assert [bool(each) for each in column_widths(model, without_bars - 10)] == [
        True,
        True,
        False,
    ]
    assert sum(column_widths(model, without_bars - 10)) == without_bars - 10
    assert all(column_widths(model, 50)), "nothing helps: all stay, and it scrolls"


@pytest.mark.parametrize("found", [None, "wide", [1, "2"], {"a": 1}])
def test_widths_that_were_edited_are_none(found):
    assert widths_in(found) == ()
    assert widths_in([10, 20]) == (10, 20)


def test_bars_get_shorter_before_a_text_is_cut():
    cut, bars = column(width_px=1, cut_above_px=40), column(extra_px=52, spare_px=52)
    plain = column()
    whole = wanted(column(width_px=1), column(extra_px=52), plain)
    names_px = column_widths(table(cut, bars, plain), whole)[0]

    some = column_widths(table(cut, bars, plain), whole - 12)
    many = column_widths(table(cut, bars, plain), whole - 30)

    assert some[0] >= names_px - 3
    assert some[1] < column_widths(table(cut, bars, plain), whole)[1] - 5
    assert many[0] < names_px - 5
    assert sum(many) == whole - 30


def test_columns_that_can_be_spared_go_in_their_order():
    plain, first, second = column(), column(spare_rank=1), column(spare_rank=2)
    model = table(plain, second, first)
    all_three = wanted(plain, second, first)

    assert [bool(each) for each in column_widths(model, all_three)] == [True] * 3
    assert column_widths(model, all_three - 10)[2] == 0
    assert column_widths(model, all_three - 10)[1] > 0
    only_one = column_widths(model, wanted(plain))
    assert only_one[1:] == [0, 0]
