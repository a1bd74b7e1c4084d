"""The past in Chinese: nothing on its screens is left in English."""

from __future__ import annotations

import re

import pytest

from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import LIGHT
from traintray.ui.window.pages.history import HistoryPage
from traintray.ui.window.pages.live import LivePage
from ui import chinese, frames, live_data, past_data
from ui.chinese import english_in
from ui.test_in_chinese import english_on

NAMED = re.compile(r"\b(pytorch|CSV|JSON|swap)\b")
"""Names of a framework, of files and of a figure."""


def english_of(texts):
    return {text: left for text in texts if (left := english_in(NAMED.sub(" ", text)))}


@pytest.fixture
def page(qtbot, in_chinese):
    archive = past_data.ten_days()
    page = HistoryPage(LIGHT, ArchiveDesk(lambda: archive))
    qtbot.addWidget(page)
    page.resize(932, 720)
    page.show()
    page.show_frame(frames.attention_frame())
    qtbot.waitUntil(lambda: page._book.begins_s is not None)
    return page


def cells(table):
    found = [column.title for column in table.rows.columns]
    for record in table.rows.records:
        found += [column.text(record) for column in table.rows.columns]
    return found


def test_no_english_is_left_on_the_history_page(page):
    assert not english_on(page)
    assert not english_of(cells(page.overview.runs))
    # A figure that has no name in this version is told by its key.
    said = [text for text in cells(page.overview.episodes) if "92" not in text]
    assert not english_of(said)


def test_no_english_is_left_in_a_comparison(page):
    runs = page.overview.runs.rows.records
    page.open_comparison(runs[5], runs[2])

    said = [
        text
        for row in page.comparison.table.rows.records
        if "python" not in row.left and "/" not in row.left
        for text in (row.name, row.left, row.right, row.change)
    ]
    assert not english_of(said)


def test_no_english_is_left_on_a_day_of_the_live_page(qtbot, in_chinese):
    archive = past_data.ten_days()
    page = LivePage(LIGHT, live_data.afternoon(), ArchiveDesk(lambda: archive))
    qtbot.addWidget(page)
    page.resize(932, 720)
    page.set_span(86400.0)
    page.show()
    page.show_frame(chinese.told(frames.attention_frame()))
    qtbot.waitUntil(lambda: page.graphs.chart.picture is not None)

    picture = page.graphs.chart.picture
    said = [hole.name for hole in picture.holes]
    said += [block.text for lane in picture.episode_lanes for block in lane]
    for shown in picture.rows:
        said += [shown.row.name, shown.row.caption, shown.readout.text]
        said += [line.label for line in shown.row.lines]
    assert "关机或休眠" in said[0]
    assert not english_of(said)
