"""The archive is asked on another thread, and answers on that of the windows."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, Signal
from shiboken6 import delete

from traintray.core.archive.errors import ArchiveError, NoHistoryError
from traintray.ui.archive_desk import ArchiveDesk


class Drawer:
    """An archive that only counts how often it was opened and closed."""

    def __init__(self, trouble=None):
        self.opened = self.closed = 0
        self.trouble = trouble

    def open(self):
        self.opened += 1
        if self.trouble is not None:
            raise self.trouble
        return self

    def close(self):
        self.closed += 1


@pytest.fixture
def drawer():
    return Drawer()


@pytest.fixture
def desk(qapp, drawer):
    desk = ArchiveDesk(drawer.open)
    yield desk
    desk.close()


def test_a_question_is_put_elsewhere_and_answered_here(desk, drawer, qtbot):
    threads, answers = [], []

    def question(reader):
        threads.append(threading.current_thread())
        return reader

    desk.ask(
        "a", question, lambda found: answers.append((found, threading.get_ident()))
    )

    qtbot.waitUntil(lambda: bool(answers))
    assert threads[0] is not threading.current_thread()
    assert answers == [(drawer, threading.get_ident())]


def test_the_file_is_closed_when_nobody_asks_any_more(desk, drawer, qtbot):
    for name in "abc":
        desk.ask(name, lambda _: None, lambda _: None)

    qtbot.waitUntil(lambda: drawer.opened > 0 and drawer.closed == drawer.opened)


def test_of_questions_with_one_name_only_the_newest_is_answered(desk, qtbot):
    begun, gate, answers = threading.Event(), threading.Event(), []

    def slow(_):
        begun.set()
        return gate.wait(5)

    desk.ask("days", slow, answers.append)
    qtbot.waitUntil(begun.is_set)
    desk.ask("days", lambda _: "second", answers.append)
    desk.ask("days", lambda _: "third", answers.append)
    gate.set()

    qtbot.waitUntil(lambda: bool(answers))
    qtbot.wait(50)
    assert answers == ["third"]


def test_trouble_is_told_in_the_words_of_the_archive(qapp, qtbot):
    desk = ArchiveDesk(Drawer(ArchiveError("The history is damaged.")).open)

    with qtbot.waitSignal(desk.troubled) as told:
        desk.ask("days", lambda _: None, lambda _: None)

    assert told.args == ["days", "The history is damaged."]


def test_an_archive_that_has_not_begun_is_no_trouble_to_talk_about(qapp, qtbot):
    desk = ArchiveDesk(Drawer(NoHistoryError("nothing")).open)

    with qtbot.waitSignal(desk.troubled) as told:
        desk.ask("days", lambda _: None, lambda _: None)

    assert told.args == ["days", ""]


def test_it_can_be_asked_again_after_a_burst(desk, qtbot):
    answers = []
    desk.ask("a", lambda _: 1, answers.append)
    qtbot.waitUntil(lambda: answers == [1])
    desk.ask("a", lambda _: 2, answers.append)

    qtbot.waitUntil(lambda: answers == [1, 2])


def test_the_window_paints_before_the_archive_is_read(desk, qtbot):
    answers = []

    desk.ask("days", lambda _: threading.current_thread().name, answers.append)

    assert not [each for each in threading.enumerate() if each.name == "archive"]
    qtbot.waitUntil(lambda: answers == ["archive"])


class Asker(QObject):
    told = Signal()

    def take(self, _answer) -> None:
        self.told.emit()


def test_an_answer_for_who_is_gone_is_dropped(desk, qtbot):
    asker, answers = Asker(), []
    desk.ask("live", lambda _: 1, asker.take)
    delete(asker)

    desk.ask("days", lambda _: 2, answers.append)

    qtbot.waitUntil(lambda: answers == [2])  # an exception in between fails the test
