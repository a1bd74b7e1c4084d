"""Live knobs on the Knobs page: shown, applied and taken back on another thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

import pytest
import shiboken6
from PySide6.QtCore import Qt

from traintray.core.advice.texts import Texts
from traintray.core.live_knobs.entry import End, Entry, Saved
from traintray.core.live_knobs.live_knob import LiveRow, Suggestion
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.shelf import find_live
from traintray.core.live_knobs.tasks import Thread
from traintray.core.sentence import Sentence
from traintray.ui.live_thread import LiveThread
from traintray.ui.theme import LIGHT
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.line import Deed
from traintray.ui.window.knobs.live_words import live_line
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
    journal: tuple[Entry, ...] = ()
    lasts: frozenset[int] = frozenset()

    @property
    def desk(self):
        return self

    def site(self, run, finding):
        self.threads.add(threading.current_thread().name)
        return run

    def rows(self, site):
        return (affinity(self.applied), IDLE, NICE)

    def entries(self):
        return self.journal

    def lasting(self):
        return self.lasts

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
def opened(qtbot, env_file, tmp_path):
    threads = []

    def open_with(live, add=True):
        thread = LiveThread(tmp_path, lambda _: live)
        threads.append(thread)  # nobody else keeps it
        page = KnobsPage(LIGHT, EnvCopy(env_file), None, thread)
        if add:
            qtbot.addWidget(page)
        page.resize(900, 700)
        page.show()
        page.show_frame(knob_data.knobs_frame())
        qtbot.waitUntil(lambda: "live:cpu_affinity" in page.face.table.rows)
        return page

    yield open_with
    for thread in threads:
        thread.close()


def row(page, name="cpu_affinity"):
    return page.face.table.rows[f"live:{name}"]


def press(qtbot, page):
    qtbot.mouseClick(row(page).button, Qt.MouseButton.LeftButton)


def test_a_live_knob_is_applied_and_taken_back_on_a_thread_of_its_own(opened, qtbot):
    live = FakeLive()
    page = opened(live)
    assert (row(page).line.now, row(page).line.value) == ("0–31", "leave-1")
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


# --- the journal

NOW_S = knob_data.NOW_S


def entry(number, knob, rule, before, **more):
    """What was applied `number` hours before now."""
    kept = Saved(Thread(500 + number, 1, 500 + number, 1), before, "after")
    made = Entry(
        number=number,
        knob=knob,
        run_key=f"{500 + number}-1",
        run_name="train.py",
        value=rule.partition(":")[2],
        rule=rule,
        at_s=NOW_S - 3600.0 * number,
        epoch=("boot", "pid"),
        saved=(kept,) if before else (),
    )
    return replace(made, **more)


@pytest.fixture
def journal(opened, qtbot):
    def lines_of(live):
        page = opened(live)
        qtbot.waitUntil(lambda: len(page.face.journal.lines) >= len(live.journal))
        return page

    return lines_of


def test_live_knobs_stand_in_the_journal_newest_first(journal, env_file):
    live = FakeLive()
    live.journal = (
        entry(3, "nice", "least:5", "0"),
        entry(2, "cpu_affinity", "within:1-15", "0-15", value="leave-1"),
        entry(1, "io_priority", "to:idle:0", "best-effort:4", value="idle"),
    )
    live.lasts = frozenset({3})
    newest, middle, oldest = journal(live).face.journal.lines

    assert (newest.name, newest.change) == (
        "I/O priority, PID 501",
        "best-effort-4 → idle",
    )
    assert (middle.name, middle.change) == ("CPU affinity, PID 502", "0–15 → 1–15")
    assert (oldest.name, oldest.change) == ("nice, PID 503", "0 → 5")
    assert [one.can_undo for one in (newest, middle, oldest)] == [True, True, False]
    assert "without root it cannot be taken back" in oldest.came_of_it


def test_an_ended_entry_says_what_ended_it_and_keeps_what_was_before(journal):
    live = FakeLive()
    open_one = entry(4, "nice", "least:5", "0")
    live.journal = (
        open_one.closed(End.ENDED, NOW_S),
        entry(3, "power_profile", "hold:performance", "", end=End.BY_HAND),
        entry(2, "power_profile", "hold:performance", "", end=End.RELEASED),
        entry(1, "cpu_affinity", "to:0-3", "0").closed(End.UNDONE, NOW_S - 60.0),
    )
    undone, released, by_hand, ended = journal(live).face.journal.lines

    assert undone.came_of_it.startswith("Undone ")
    assert released.came_of_it == "Ended with the program that held it."
    assert by_hand.came_of_it == "Ended: another profile was chosen since."
    assert (ended.came_of_it, ended.change) == ("Ended with the run.", "0 → 5")
    assert released.change == "performance"
    assert not any(one.can_undo for one in (undone, released, by_hand, ended))


def test_changes_of_the_file_stand_between_them(journal, env_file, qtbot):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "4"}))  # now, by the real clock
    live = FakeLive()
    long_ago = entry(1, "nice", "least:5", "0")
    ahead = replace(entry(2, "io_priority", "to:idle:0", "none:0"), at_s=4e9)
    live.journal = (long_ago, ahead)
    page = journal(live)
    qtbot.waitUntil(lambda: len(page.face.journal.lines) == 3)

    names = [line.name for line in page.face.journal.lines]
    assert names == ["I/O priority, PID 502", "OMP_NUM_THREADS", "nice, PID 501"]


def test_undo_in_the_journal_gives_that_run_back_what_it_had(journal, qtbot):
    live = FakeLive()
    live.journal = (
        entry(2, "cpu_affinity", "within:1-15", "0-15"),
        entry(1, "io_priority", "to:idle:0", "none:0"),
    )
    page = journal(live)
    undo = page.face.journal.undos["live:cpu_affinity/502-1"]

    assert undo.accessibleName() == "Undo the change of CPU affinity, PID 502"
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: live.deeds == ["undo cpu_affinity 502-1"])


def test_a_page_that_is_gone_leaves_the_thread_at_work(opened, qtbot):
    live = FakeLive()
    page = opened(live, add=False)
    page.close()
    now = page._live
    thread = now._thread
    page.deleteLater()
    qtbot.waitUntil(lambda: not shiboken6.isValid(now))
    now._put(now._read_deeds)

    done = threading.Event()
    thread.put(lambda _: done.set())
    assert done.wait(5)


# --- what is recommended


def test_the_cpus_that_threads_would_have_stand_where_they_fit():
    def value_of(then):
        shown = replace(affinity(), then=then)
        return live_line(shown, 7, Texts("en")).value

    assert value_of("1-15,17-31") == "1–15,17–31"
    assert value_of("1-15,17-31,33-63,65-127") == "leave-1"
    assert value_of("") == "leave-1"
