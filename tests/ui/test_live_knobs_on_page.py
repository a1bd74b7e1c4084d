"""Live knobs on the Knobs page: shown, applied and taken back on another thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import Qt

from traintray.core.live_knobs.live_knob import LiveRow, Suggestion
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.shelf import find_live
from traintray.core.sentence import Sentence
from traintray.ui.theme import LIGHT
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.line import Deed
from traintray.ui.window.pages.knobs import KnobsPage
from ui import frames, knob_data

WHY = Sentence("LiveKnobs", "15 = 16 cores − 1 for the desktop")
NO = Sentence("LiveKnobs", "without root it cannot be taken back")
CALM = Sentence("LiveKnobs", "nothing that was found asks for it")


def affinity(applied=None):
    suggestion = Suggestion("leave-1", WHY)
    return LiveRow(find_live("cpu_affinity"), {"0-31": 41}, suggestion, WHY, applied)


NICE = LiveRow(find_live("nice"), {"0": 41}, None, NO, is_undoable=False)
IDLE = LiveRow(find_live("io_priority"), {"none": 41}, None, CALM)


@dataclass
class FakeLive:
    """Applies and undoes one knob; may refuse."""

    refuses: str = ""
    applied: str | None = None
    threads: set[str] = field(default_factory=set)
    deeds: list[str] = field(default_factory=list)

    @property
    def desk(self):
        return self

    def site(self, run, finding):
        self.threads.add(threading.current_thread().name)
        return run

    def rows(self, site):
        return (affinity(self.applied), IDLE, NICE)

    def plan(self, name, value, site):
        return (name, value)

    def apply(self, plan):
        if self.refuses:
            raise LiveKnobError(Sentence("LiveKnobs", self.refuses))
        self.deeds.append(f"apply {plan[0]} {plan[1]}")
        self.applied = plan[1]

    def undo(self, name, run_key):
        self.deeds.append(f"undo {name} {run_key}")
        self.applied = None

    def close(self):
        self.deeds.append("close")


@pytest.fixture
def opened(qtbot, env_file):
    pages = []

    def open_with(live):
        page = KnobsPage(LIGHT, EnvCopy(env_file), None, lambda: live)
        qtbot.addWidget(page)
        pages.append(page)
        page.resize(900, 700)
        page.show()
        page.show_frame(knob_data.knobs_frame())
        qtbot.waitUntil(lambda: "live:cpu_affinity" in page.face.table.rows)
        return page

    yield open_with
    for page in pages:
        page._live.close()


def row(page, name="cpu_affinity"):
    return page.face.table.rows[f"live:{name}"]


def press(qtbot, page):
    qtbot.mouseClick(row(page).button, Qt.MouseButton.LeftButton)


def test_a_live_knob_is_applied_and_taken_back_on_a_thread_of_its_own(opened, qtbot):
    live = FakeLive()
    page = opened(live)
    assert (row(page).line.now, row(page).line.value) == ("0-31", "leave-1")
    press(qtbot, page)
    qtbot.waitUntil(lambda: row(page).line.act.deed is Deed.UNDO_NOW)
    press(qtbot, page)
    qtbot.waitUntil(lambda: row(page).line.act.deed is Deed.APPLY_NOW)

    key = knob_data.knobs_frame().runs[0].run.key
    assert live.deeds == ["apply cpu_affinity leave-1", f"undo cpu_affinity {key}"]
    assert live.threads == {"live knobs"}


def test_what_is_refused_is_told(opened, qtbot):
    page = opened(FakeLive(refuses="the run has ended"))
    press(qtbot, page)

    qtbot.waitUntil(lambda: page.face.message.text == "the run has ended")


def test_what_cannot_be_undone_has_no_button_and_says_why(opened):
    page = opened(FakeLive())
    page.face.table.more.click()

    assert row(page, "nice").button is None
    assert row(page, "nice").line.reason == "without root it cannot be taken back"


def test_without_a_run_there_is_nothing_to_turn(opened):
    page = opened(FakeLive())
    page.show_frame(replace(frames.idle_frame(), at_s=knob_data.knobs_frame().at_s))

    assert not any(key.startswith("live:") for key in page.face.table.shown_keys)
