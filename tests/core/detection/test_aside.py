"""A disk that hangs costs a round a twentieth of a second, once, and no answer."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from traintray.core.detection import code_lines, frameworks
from traintray.core.detection.aside import Aside
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.detection.proc_world import ProcWorld
from traintray.core.detection.run import CodeLine
from traintray.core.discovery import collect
from traintray.core.readings import ProcessFacts

LINE = CodeLine("/home/a/train.py", 3, "torch.set_num_threads(4)")
MAPPED = ("/lib/libtorch_cpu.so",)


class Disk:
    """A disk that answers when it is told to."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.answered = threading.Event()
        self.asked = 0

    def read(self) -> str:
        self.asked += 1
        self.gate.wait(10.0)
        self.answered.set()
        return "text"


def test_what_is_there_is_answered_at_once():
    assert Aside(10.0).ask("a", lambda: 7) == 7


def test_a_disk_that_hangs_is_asked_once_and_answers_later():
    disk, aside = Disk(), Aside(0.0)
    for _ in range(3):
        with pytest.raises(BlockingIOError):
            aside.ask("a", disk.read)
    assert disk.asked == 1
    assert Aside(10.0).ask("other", lambda: 1) == 1

    disk.gate.set()
    found = []
    while not found:
        try:
            found.append(aside.ask("a", disk.read))
        except BlockingIOError:
            disk.answered.wait(10.0)

    assert found == ["text"]
    assert disk.asked == 1


def test_what_the_question_raises_is_raised_where_it_was_asked():
    def broken() -> int:
        raise ZeroDivisionError

    aside = Aside(10.0)

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            aside.ask("a", broken)


def test_a_script_on_a_disk_that_hangs_does_not_stop_the_world(tmp_path, monkeypatch):
    """The disk is a real one: a FIFO that nobody writes to."""
    script = tmp_path / "train.py"
    os.mkfifo(script)
    monkeypatch.setattr(
        code_lines, "read_script", lambda path: path.read_text(), raising=True
    )
    world = ProcWorld(tmp_path, Aside(0.0))
    facts = ProcessFacts(("python", "train.py"), True, frozenset(), None, str(tmp_path))

    with pytest.raises(BlockingIOError):
        world.code_lines(facts)

    with script.open("w") as writer:  # the disk is back
        writer.write("import torch\ntorch.set_num_threads(2)\n")
    found: tuple[CodeLine, ...] = ()
    deadline_s = time.monotonic() + 10.0
    while not found and time.monotonic() < deadline_s:
        with suppress(BlockingIOError):
            found = world.code_lines(facts)
    assert [line.line_number for line in found] == [2]


class Slow(FakeWorld):
    """Its scripts lie on a disk that does not answer before `gate` is set."""

    is_there = False
    asked = 0

    def code_lines(self, facts):
        self.asked += 1
        if not self.is_there:
            raise BlockingIOError
        return (LINE,)

    def script_serves(self, facts):
        raise BlockingIOError


def test_a_run_is_seen_while_its_script_cannot_be_read_and_told_its_lines_later():
    world = Slow(FakeProcess(10, mapped=MAPPED))
    found = collect(frameworks, "FRAMEWORK", Framework)
    detector = Detector(world, found, boot_offset_s=lambda: 0.0)
    for second in range(12):
        runs = detector.update(world.table(float(second)), float(second))
    assert [run.code_lines for run in runs] == [()]

    world.is_there, before = True, world.asked
    for second in range(12, 20):
        runs = detector.update(world.table(float(second)), float(second))

    assert [run.code_lines for run in runs] == [(LINE,)]
    assert world.asked == before + 1


def test_many_questions_of_a_disk_that_hangs_make_a_round_no_later_than_one():
    hang = threading.Event()
    aside = Aside(patience_s=0.05)
    began_s = time.monotonic()

    for number in range(60):
        with pytest.raises(BlockingIOError):
            aside.ask(number, hang.wait)

    assert time.monotonic() - began_s < 1.0  # one after another they took three
    hang.set()


def test_a_disk_that_is_gone_for_good_takes_no_more_than_so_many_threads():
    hang = threading.Event()
    aside = Aside(patience_s=0.0)
    before = threading.active_count()

    for number in range(500):
        with pytest.raises(BlockingIOError):
            aside.ask(number, hang.wait)

    assert threading.active_count() - before <= 64
    hang.set()
    while threading.active_count() > before:
        pass
    answer = None  # those who asked have ended: their answers make room
    while answer is None:
        with suppress(BlockingIOError):
            answer = aside.ask("one more", lambda: "here")
    assert answer == "here"
