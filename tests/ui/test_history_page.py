"""The History page on an invisible screen."""

from __future__ import annotations

import json
import re
import threading

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel

from traintray.core.archive.errors import ArchiveError
from traintray.core.export.exporting import export
from traintray.core.export.order import Form, Order
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.history.export_flow import ExportFlow
from traintray.ui.window.pages.history import HistoryPage
from ui import frames, past_data
from ui.frames import WALL_S


@pytest.fixture
def show(qtbot):
    """Return a function that shows the page with an archive, once it has answered."""

    def shown(archive=None, frame=None) -> HistoryPage:
        archive = archive or past_data.ten_days()
        page = HistoryPage(LIGHT, ArchiveDesk(lambda: archive))
        qtbot.addWidget(page)
        page.resize(932, 720)
        page.show()
        page.show_frame(frame or frames.attention_frame())
        qtbot.waitUntil(lambda: page._book.begins_s is not None)
        return page

    return shown


def texts(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel))


def rows(page, table):
    return list(getattr(page.overview, table).rows.records)


def test_the_head_says_what_the_days_came_to(show):
    page = show()

    assert (
        page.header.summary.text()
        == "9 episodes in 10 days · 7.9\u00a0h of 49.4\u00a0h training"
    )


def test_the_newest_episode_stands_on_top(show):
    page = show()

    kinds = [episode.kind for episode in rows(page, "episodes")]
    assert kinds[:2] == ["too_many_threads", "gpu_throttled"]
    assert len(kinds) == 9


def test_thirty_and_ninety_days_are_asked_for(show, qtbot):
    page = show()

    page.header.range._group.button(2).click()

    qtbot.waitUntil(lambda: len(page.overview.strips.days) == 90)
    assert page.overview.strips.days[89].training_s == 0


def test_on_the_first_day_it_says_that_there_is_nothing_yet(show):
    page = show(past_data.first_day(), frames.idle_frame())

    assert page.header.summary.text().startswith("watching since today")
    assert "Nothing to look back on yet" in page.overview.nothing.text()
    assert page.overview.nothing.isVisible()
    assert not page.overview.episodes.isVisible()


def test_of_a_recording_the_page_says_why_it_is_empty_and_offers_no_export(qtbot):
    page = HistoryPage(LIGHT, None)
    qtbot.addWidget(page)
    page.show()
    page.show_frame(frames.idle_frame())

    assert not page.header.export.isEnabled()
    assert page.overview.nothing.isVisible()
    assert "A recording is not remembered" in page.overview.nothing.text()


def test_while_the_days_are_read_it_says_so_and_not_that_there_is_nothing(qtbot):
    archive = Endless()
    page = HistoryPage(LIGHT, ArchiveDesk(lambda: archive))
    qtbot.addWidget(page)
    page.show()
    page.show_frame(frames.attention_frame())
    qtbot.waitUntil(archive.asked_for.is_set)
    assert re.fullmatch(
        r"Reading the history, since \d\d:\d\d:\d\d\.", page.overview.nothing.text()
    )
    archive.gate.set()

    qtbot.waitUntil(lambda: "No episode in" in page.overview.nothing.text())


def test_an_archive_that_cannot_be_read_says_why(qtbot):
    def broken():
        raise ArchiveError("The history is from a newer traintray.")

    page = HistoryPage(LIGHT, ArchiveDesk(broken))
    qtbot.addWidget(page)
    page.show()
    page.show_frame(frames.idle_frame())

    qtbot.waitUntil(page.trouble.isVisible)
    assert page.trouble.text() == "The history is from a newer traintray."


def test_a_hidden_page_asks_nothing(qtbot):
    archive = past_data.ten_days()
    page = HistoryPage(LIGHT, ArchiveDesk(lambda: archive))
    qtbot.addWidget(page)

    page.show_frame(frames.attention_frame())

    qtbot.wait(50)
    assert archive.closed == 0


# --- filter -----------------------------------------------------------------------


def test_the_filter_takes_a_kind_a_run_and_words(show):
    page = show()
    bar = page.overview.filter

    bar.kind.setCurrentIndex(bar.kind.findData("input_bound"))
    bar.kind.picked.emit()
    assert {e.kind for e in rows(page, "episodes")} == {"input_bound"}
    assert bar.hint.text() == "3 of 9"

    bar.kind.clear_choice()
    bar.run.setCurrentIndex(bar.run.findData("sweep.py"))
    bar.run.picked.emit()
    assert [e.run_name for e in rows(page, "episodes")] == ["sweep.py"]

    bar.run.clear_choice()
    bar.text.setText("unet snoozed")
    assert len(rows(page, "episodes")) == 1


def test_a_filter_that_nothing_matches_says_so(show):
    page = show()

    page.overview.filter.text.setText("no such run")

    assert page.overview.nothing.text() == "Nothing matches the filter."


def test_control_f_goes_to_the_filter_and_escape_empties_it(show, qtbot):
    page = show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    field = page.overview.filter.text

    qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "swap")
    assert len(rows(page, "episodes")) == 1

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert len(rows(page, "episodes")) == 9


# --- an episode -------------------------------------------------------------------


def test_return_on_a_row_opens_what_was_told_that_day(show, qtbot):
    page = show()
    table = page.overview.episodes
    table.selectRow(0)

    qtbot.keyClick(table, Qt.Key.Key_Return)

    assert page.episode.isVisible()
    assert page.episode.title.text() == "57 threads competing for 32 CPUs"
    said = texts(page.episode)
    assert "Threads ready to run" in said
    assert "≥ 48 (1.5 × CPUs)" in said
    assert "Cap the thread pools at 8." in said
    assert "Not applied yet." in said


def test_an_episode_whose_words_were_not_kept_shows_its_numbers(show):
    page = show()

    page.open_episode(rows(page, "episodes")[1])

    assert page.episode.title.text() == "GPU slowed by heat"
    assert "The advice of that day was not kept." in texts(page.episode)
    assert "87\u00a0°C" in texts(page.episode)
    assert not page.episode.steps.isVisible()


def test_escape_leaves_an_episode_before_it_leaves_the_window(show):
    page = show()
    page.open_episode(rows(page, "episodes")[0])

    assert page.escape()
    assert page.overview.isVisible()
    assert not page.escape()


def test_narrow_the_legend_has_room_for_all_letters_and_no_column_is_cut(show, qtbot):
    page = show()
    page.resize(832, 560)

    legend, table = page.overview.legend, page.overview.episodes
    qtbot.waitUntil(lambda: table.width() < 832)
    assert legend.height() == legend.heightForWidth(legend.width())
    assert legend.heightForWidth(832) > legend.heightForWidth(2000)
    assert table.horizontalHeader().length() <= table.width()
    assert table.isColumnHidden(4), "what an episode measured stands on its own page"
    assert not table.isColumnHidden(6)


def test_a_click_on_a_strip_opens_its_episode(show, qtbot):
    page = show()
    strips = page.overview.strips
    index, day = next((i, d) for i, d in enumerate(strips.days) if d.marks)
    mark = day.marks[0]
    area = strips._geometry().mark(index, day, (mark.start_s, mark.end_s))

    qtbot.mouseClick(strips, Qt.MouseButton.LeftButton, pos=area.center().toPoint())

    assert page.episode.isVisible()
    assert page.episode.title.text() == "GPU slowed by heat"


def test_beside_the_marks_nothing_is_hit(show):
    page = show()
    strips = page.overview.strips

    assert strips.mark_at(QPointF(2, 2)) is None
    assert strips.mark_at(QPointF(strips.width() / 2, 30)) is None


def test_the_arrow_keys_step_from_episode_to_episode(show, qtbot):
    page = show()
    strips = page.overview.strips
    assert "9 episodes" in strips.accessibleDescription()

    qtbot.keyClick(strips, Qt.Key.Key_Right)
    assert strips.chosen.kind == "too_many_threads"
    assert (
        "Too many threads, train.py, from today 14:33" in strips.accessibleDescription()
    )
    assert strips.accessibleDescription().endswith("open")

    qtbot.keyClick(strips, Qt.Key.Key_Left)
    assert strips.chosen.kind == "gpu_throttled"
    qtbot.keyClick(strips, Qt.Key.Key_Return)
    assert page.episode.isVisible()


# --- runs -------------------------------------------------------------------------


def pick_runs(page, *numbers):
    page.overview.filter.table._group.button(1).click()
    table = page.overview.runs
    table.clearSelection()
    selection = table.selectionModel()
    flag = selection.SelectionFlag
    for number in numbers:
        row = [run.number for run in table.rows.records].index(number)
        selection.select(table.rows.index(row, 0), flag.Select | flag.Rows)


def test_two_runs_can_be_compared_and_no_other_number(show):
    page = show()
    compare = page.overview.filter.compare

    pick_runs(page, 11)
    assert not compare.isEnabled()
    pick_runs(page, 11, 14, 15)
    assert not compare.isEnabled()

    pick_runs(page, 14, 11)
    compare.click()

    table = page.comparison.table
    assert page.comparison.isVisible()
    assert table.rows.columns[1].title.startswith("train.py, no. 11")  # the earlier one
    found = {row.name: row for row in table.rows.records}
    assert found["Outcome"].left == "Killed, out of memory"
    assert found["Workers died"].differs


def test_two_runs_stand_side_by_side_in_the_narrowest_window(show):
    page = show()
    page.resize(784, 560)
    pick_runs(page, 14, 11)
    page.overview.filter.compare.click()

    bar = page.comparison.table.horizontalScrollBar()
    assert bar.maximum() == 0


def test_a_long_command_of_two_runs_goes_on_in_further_lines(show):
    page = show()
    page.resize(784, 560)
    pick_runs(page, 14, 11)
    page.overview.filter.compare.click()
    table = page.comparison.table
    rows = {row.name: number for number, row in enumerate(table.rows.records)}
    wide = table.rowHeight(rows["Command"])

    page.resize(560, 560)

    assert table.rowHeight(rows["Command"]) > wide
    assert table.rowHeight(rows["Folder"]) < table.rowHeight(rows["Command"])


def test_only_differences_can_be_shown(show):
    page = show()
    pick_runs(page, 14, 11)
    page.overview.filter.compare.click()

    page.comparison.choice._group.button(1).click()

    shown = page.comparison.table.rows.records
    assert shown
    assert all(row.differs or row.is_head for row in shown)


def test_selected_rows_can_be_copied(show, qtbot):
    page = show()
    table = page.overview.episodes
    table.selectRow(0)

    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    line = QGuiApplication.clipboard().text()
    assert line.split("\t")[:3] == ["Too many threads", "train.py", "today 14:33"]


def test_rows_stay_selected_when_the_days_are_read_again(show, qtbot):
    page = show()
    pick_runs(page, 14, 11)

    page.show_range(10)
    qtbot.wait(100)

    assert [run.number for run in page.overview.runs.selected()] == [14, 11]


def test_every_part_has_a_name_for_a_screen_reader(show):
    page = show()
    bar = page.overview.filter

    named = (
        *(bar.kind, bar.run, bar.text, bar.table),
        *(page.overview.strips, page.overview.episodes, page.overview.runs),
        *(page.episode.back, page.comparison.back, page.export_bar.cancel),
    )
    assert all(part.accessibleName() for part in named)


def test_it_turns_dark(show):
    page = show()

    page.set_theme(DARK)
    image = page.overview.strips.grab().toImage()

    assert page.overview.episodes.theme is DARK
    assert not image.isNull()


# --- export -----------------------------------------------------------------------


def test_export_asks_for_a_file_and_takes_the_form_from_its_ending(
    show, qtbot, tmp_path
):
    page = show(past_data.first_day(), frames.idle_frame())

    page.header.export.click()
    dialog = page._dialog
    assert isinstance(dialog, QFileDialog)
    assert dialog.defaultSuffix() == "csv"
    dialog.close()
    path = tmp_path / "days.json"
    page.export_to(path)

    qtbot.waitUntil(lambda: path.exists(), timeout=20_000)
    qtbot.waitUntil(lambda: "Written to" in page.export_bar.text.text())
    assert json.loads(path.read_text())
    assert not page.export_bar.cancel.isVisible()


def test_control_e_asks_where_to_export(show, qtbot):
    page = show(past_data.first_day(), frames.idle_frame())

    qtbot.keyClick(page, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)

    assert page._dialog.isVisible()
    page._dialog.close()


class Endless(past_data.FakeArchive):
    """An archive that answers only when it is told to."""

    def __init__(self):
        super().__init__(records=past_data.ten_days().records)
        self.asked_for = threading.Event()
        self.gate = threading.Event()

    def runs(self, since_s, until_s):
        self.asked_for.set()
        self.gate.wait(5)
        return super().runs(since_s, until_s)


def table(last_s):
    order = Order(WALL_S - last_s, WALL_S, Form.CSV)
    return lambda reader, path, watch: export(reader, order, path, watch)


def test_a_cancelled_export_leaves_nothing_behind(qapp, qtbot, tmp_path):
    archive = Endless()
    flow = ExportFlow(lambda: archive)
    path = tmp_path / "days.csv"

    flow.start(table(86400), path)
    flow.cancel()
    with qtbot.waitSignal(flow.cancelled, timeout=10_000):
        archive.gate.set()

    assert list(tmp_path.iterdir()) == []


def test_an_export_that_cannot_be_written_says_where(qapp, qtbot, tmp_path):
    flow = ExportFlow(past_data.ten_days)
    path = tmp_path / "missing" / "days.csv"

    with qtbot.waitSignal(flow.failed, timeout=20_000) as told:
        flow.start(table(3600), path)

    assert str(path.parent) in told.args[0]
