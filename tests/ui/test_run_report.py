"""The report of a run is saved from the Runs page: the page of `traintray report`."""

from __future__ import annotations

import re
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from core.export.archived import BEGAN_S
from core.report.reported import rich_archive, write_history
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.core.report.page import report
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import LIGHT
from traintray.ui.window.pages.runs import RunsPage
from ui import frames, runs_data

NOW_S = BEGAN_S + 9000.0
MADE = re.compile(r"<footer>.*?</footer>", re.DOTALL)
"""Holds when the page was made."""


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    path = tmp_path_factory.mktemp("history") / "history.sqlite"
    write_history(path, rich_archive())
    return path


class Gated(SqliteArchive):
    """Answers when a run is asked for by its number only once its gate is open."""

    def __init__(self, path):
        super().__init__(path)
        self.gate, self.asked = threading.Event(), threading.Event()

    def run(self, number):
        self.asked.set()
        self.gate.wait(10)
        return super().run(number)


class Forgetful(SqliteArchive):
    """Has tidied away what it has just listed."""

    def run(self, number):
        return None


@pytest.fixture
def open_page(qtbot):
    opened = []

    def open_with(open_archive):
        desk = ArchiveDesk(open_archive)
        page = RunsPage(LIGHT, runs_data.live_store(runs_data.live_frame()), desk)
        opened.append((page, desk))
        qtbot.addWidget(page)
        page.resize(900, 700)
        page.show()
        page.show_frame(replace(frames.idle_frame(), wall_s=NOW_S))
        qtbot.waitUntil(lambda: len(page.list.rows.records) == 2)
        return page

    yield open_with
    for page, desk in opened:
        page.report.flow.close()
        desk.close()


def choose(page, qtbot, number=2):
    numbers = [entry.record.number for entry in page.list.rows.records]
    page.list.selectRow(numbers.index(number))
    qtbot.mouseClick(page.detail.report, Qt.MouseButton.LeftButton)
    assert isinstance(page.report.dialog, QFileDialog)
    return page.report.dialog


def test_the_button_asks_where_with_a_name_of_its_own(open_page, qtbot, history):
    page = open_page(lambda: SqliteArchive(history))
    dialog = choose(page, qtbot)

    assert dialog.isVisible()
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert dialog.selectedFiles()[0].endswith("/traintray-run-2.html")
    assert dialog.windowTitle() == "Save the report of train.py"
    dialog.close()
    assert not page.report.isVisible()


@pytest.mark.parametrize("number", [1, 2])
def test_what_is_saved_is_the_page_of_the_command(
    open_page, qtbot, history, tmp_path, number
):
    page = open_page(lambda: SqliteArchive(history))
    choose(page, qtbot, number).close()
    path = tmp_path / "run.html"
    page.report.dialog.fileSelected.emit(str(path))
    qtbot.waitUntil(lambda: "Written to" in page.report.text.text(), timeout=20_000)

    reader = SqliteArchive(history)
    run = reader.run(number)
    expected = report(reader, run, "en", NOW_S)
    reader.close()
    assert MADE.sub("", path.read_text()) == MADE.sub("", expected)
    assert str(path) in page.report.text.text()
    assert path.stat().st_mode & 0o077 == 0
    assert not page.report.cancel.isVisible()


def test_it_is_written_in_the_language_of_the_window(
    open_page, qtbot, history, tmp_path, in_chinese
):
    page = open_page(lambda: SqliteArchive(history))
    choose(page, qtbot).close()
    path = tmp_path / "run.html"
    page.report.save_to(str(path))
    qtbot.waitUntil(path.exists, timeout=20_000)

    assert 'lang="zh-CN"' in path.read_text()


def test_while_it_is_made_the_window_says_so_and_cancel_leaves_the_old_file(
    open_page, qtbot, history, tmp_path
):
    archives = []

    def open_gated():
        archives.append(Gated(history))
        return archives[-1]

    page = open_page(open_gated)
    choose(page, qtbot).close()
    path = tmp_path / "run.html"
    path.write_text("what was there")
    page.report.save_to(str(path))
    assert page.report.isVisible()
    assert page.report.bar.isVisible()
    assert page.report.text.text() == "Exporting, 0% done"
    qtbot.waitUntil(lambda: archives[-1].asked.is_set())
    page.detail.report.click()
    assert not page.report.dialog.isVisible()

    qtbot.mouseClick(page.report.cancel, Qt.MouseButton.LeftButton)
    archives[-1].gate.set()

    qtbot.waitUntil(lambda: not page.report.isVisible())
    assert path.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_told_in_a_line(
    open_page, qtbot, history, tmp_path
):
    page = open_page(lambda: SqliteArchive(history))
    choose(page, qtbot).close()
    path = tmp_path / "missing" / "run.html"
    page.report.save_to(str(path))

    qtbot.waitUntil(
        lambda: page.report.text.text() == f"{path}: No such file or directory",
        timeout=20_000,
    )
    assert page.report.close_button.isVisible()


def test_a_run_that_was_tidied_away_meanwhile_is_told(
    open_page, qtbot, history, tmp_path
):
    page = open_page(lambda: Forgetful(history))
    choose(page, qtbot).close()
    page.report.save_to(str(tmp_path / "run.html"))
    said = "This run is not remembered any more."
    qtbot.waitUntil(lambda: page.report.text.text() == said)

    assert list(tmp_path.iterdir()) == []


def test_a_run_that_is_not_written_down_yet_has_no_report(qtbot, open_page, history):
    page = open_page(lambda: SqliteArchive(history))
    page.show_frame(replace(runs_data.live_frame(), wall_s=NOW_S))
    page.list.selectRow(0)

    assert page.list.selected()[0].record is None
    assert not page.detail.report.isVisible()


def test_in_a_window_of_the_usual_size_it_stands_in_the_line_of_the_name(qtbot):
    frame = runs_data.live_frame()
    archive = runs_data.RunsArchive(*runs_data.six())
    desk = ArchiveDesk(lambda: archive)
    page = RunsPage(LIGHT, runs_data.live_store(frame), desk)
    qtbot.addWidget(page)
    page.resize(932, 720)
    page.show()
    page.show_frame(frame)
    qtbot.waitUntil(lambda: len(page.list.rows.records) == 7)
    view = page.list.rows.records[0].view
    page.detail.show_entry(replace(page.list.rows.records[1], view=view))
    QApplication.processEvents()
    places = [
        part.mapTo(page, part.rect().center()).y()
        for part in (page.detail.name, page.detail.live, page.detail.report)
    ]

    assert page.detail.advice.isVisible()
    assert page.detail.report.isVisible()
    assert max(places) - min(places) < 8
    desk.close()


def test_a_recording_has_no_reports(qtbot):
    frame = runs_data.live_frame()
    page = RunsPage(LIGHT, runs_data.live_store(frame), None)
    qtbot.addWidget(page)
    page.show()
    page.show_frame(frame)

    assert page.detail.isVisible()
    assert not page.detail.report.isVisible()
