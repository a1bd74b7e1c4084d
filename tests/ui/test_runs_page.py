"""The Runs page: every run with its outcome, one of them in detail."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from traintray.core.archive.records import Outcome, VerdictTime
from traintray.core.detection.run import Role
from traintray.core.detection.traits import Trends
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.pages.runs import RunsPage
from traintray.ui.window.runs import words
from traintray.ui.window.runs.entries import chip_of, entries
from traintray.ui.window.runs.role_past import nice_top, projection, role_past
from traintray.ui.window.runs.role_rows import role_rows
from traintray.ui.window.runs.run_list import duration_text
from ui import frames, runs_data

GIB = frames.GIB
NAN = float("nan")


def nothing(_key: str, _name: str) -> tuple[None, None]:
    return None, None


@pytest.fixture
def page(qtbot):
    """The page with the runs of the design, as a user has it before them."""
    frame = runs_data.live_frame()
    archive = runs_data.RunsArchive(*runs_data.six())
    desk = ArchiveDesk(lambda: archive)
    made = RunsPage(LIGHT, runs_data.live_store(frame), desk)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.show_frame(frame)
    qtbot.waitUntil(lambda: len(made.list.rows.records) == 7)
    yield made
    desk.close()


def test_runs_that_live_come_first_and_then_the_newest(page):
    names = [entry.name for entry in page.list.rows.records]

    assert names[0] == "train.py"
    assert names[1:4] == ["finetune_lm.py", "train.py", "unet_train.py"]
    assert page.list.rows.records[0].view is not None
    assert "1 running" in page.count.text()
    assert "6 in the last 30 days" in page.count.text()


def test_each_row_says_how_the_run_ended(page):
    said = [duration_text(entry) for entry in page.list.rows.records]

    assert [text.split(" ")[0] for text in said] == [
        "running",
        "2\u00a0h\u00a046\u00a0min",
        "5\u00a0h\u00a031\u00a0min",
        "failed",
        "killed",
        "killed",
        "6\u00a0h\u00a010\u00a0min",
    ]
    assert page.list.rows.records[5].verdict == "Out of memory"
    assert page.list.rows.records[5].shape is Shape.CRITICAL


def test_the_busiest_run_is_open_at_first(page):
    assert page.detail.name.text() == "train.py"
    assert "PID 41207 · running" in page.detail.under.text()
    assert page.detail.roles.rows[0].label == "main"
    assert not page.detail.advice.isHidden()
    assert page.detail.command.code.endswith("--api-key '***'")


def test_a_chosen_run_shows_its_outcome_means_and_peaks(page, qtbot):
    page.list.selectRow(3)

    assert page.detail.under.text().endswith("exit status 1")
    assert "A worker died" in page.detail.reason.text()
    assert "Workers that died: 1." in page.detail.reason.text()
    assert ("Memory", "23.2\u00a0GiB", "29.0\u00a0GiB") in page.detail.figures.rows
    assert page.detail.roles.isHidden()
    assert page.detail.advice.isHidden()
    assert "Waiting for data 1\u00a0h\u00a030\u00a0min" in page.detail.verdicts.text()
    qtbot.waitUntil(lambda: "21.9" in page.detail.graphs.accessibleDescription())


def test_a_few_runs_leave_the_room_to_the_detail(page):
    page.resize(932, 720)
    full = page.list.full_height

    assert page.list.height() == full
    page.filter.setText("sweep")
    assert page.list.height() < full


def test_the_chosen_run_stays_chosen_when_frames_come(page):
    page.list.selectRow(3)
    for second in range(1, 4):
        later = runs_data.live_frame()
        page.show_frame(replace(later, wall_s=later.wall_s + second))

    assert page.detail.name.text() == "unet_train.py"
    assert page.list.selected()[0].name == "unet_train.py"


def test_of_several_runs_that_live_the_chosen_one_stays_chosen(page):
    frame = runs_data.live_frame()
    view = frame.runs[0]
    second = replace(view.run, key="7-7", root_pid=7, name="second.py")
    both = replace(frame, runs=(view, replace(view, run=second)))
    page.show_frame(both)
    page.list.selectRow(1)

    page.show_frame(replace(both, wall_s=both.wall_s + 61, at_s=both.at_s + 61))

    assert page.detail.name.text() == "second.py"


def test_the_filter_looks_at_names_frameworks_and_verdicts(page, qtbot):
    for typed, found in (("sweep", 1), ("pytorch", 5), ("memory", 1), ("nobody", 0)):
        page.filter.setText(typed)
        assert len(page.list.rows.records) == found, typed
    assert page.detail.isHidden()
    page.filter.clear()
    assert len(page.list.rows.records) == 7
    assert not page.detail.isHidden()


def test_control_f_goes_to_the_filter(page, qtbot):
    qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.filter, "sweep")

    assert page.filter.hasFocus()
    assert [entry.name for entry in page.list.rows.records] == ["sweep.py"]


def test_control_c_copies_the_selected_run(page, qtbot):
    qtbot.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("train.py")
    assert copied.endswith("Too many threads")


def test_buttons_lead_to_the_advice_and_to_the_graphs(page, qtbot):
    key = page.list.rows.records[0].view.run.key
    with qtbot.waitSignal(page.advice_requested) as asked:
        qtbot.mouseClick(page.detail.advice, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.live_requested):
        qtbot.mouseClick(page.detail.live, Qt.MouseButton.LeftButton)

    assert asked.args == [key]


def test_a_leak_is_told_with_its_rate_the_time_left_and_piled_up_workers(page):
    page.show_frame(runs_data.live_frame(growing=True))

    said = page.detail.growth.text()
    assert "Memory of the main process grows 183\u00a0MiB/min." in said
    assert "At this rate it is full in 2\u00a0h\u00a014\u00a0min." in said
    assert "Workers pile up: 8 now, 16 more than at first" in said
    assert page.detail.roles.rows[0].growth_bytes_per_s == 3.2e6


def test_a_run_whose_memory_is_steady_says_nothing_of_growth(page):
    assert page.detail.growth.isHidden()


def test_without_any_run_the_page_says_so(qtbot):
    frame = frames.idle_frame()
    made = RunsPage(DARK, runs_data.live_store(runs_data.live_frame()), None)
    qtbot.addWidget(made)
    made.show()
    made.show_frame(frame)

    assert not made.empty.isHidden()
    assert made.detail.isHidden()


def test_a_hidden_page_asks_nothing(qtbot):
    archive = runs_data.RunsArchive()
    made = RunsPage(LIGHT, runs_data.live_store(runs_data.live_frame()), None)
    made._desk = ArchiveDesk(lambda: archive)
    qtbot.addWidget(made)
    made.show_frame(runs_data.live_frame())

    assert made.list.rows.records == ()
    assert made._desk._worker is None


def test_all_parts_change_their_palette(page):
    page.set_theme(DARK)

    assert page.list.theme is DARK
    parts = (page.detail.graphs, page.detail.roles, page.detail.figures, page.title)
    assert {id(part._theme) for part in parts} == {id(DARK)}


# --- values ---------------------------------------------------------------------------


def test_means_of_a_run_that_lives_are_those_of_its_whole_life():
    frame = runs_data.live_frame()
    key = frame.runs[0].run.key
    record = replace(
        runs_data.ended("train.py", 1, 1, Outcome.RUNNING, figures=(0.3, 0.2, 50.0)),
        identity=f"boot/{key}",
        ended_at_s=None,
    )

    (entry,) = entries(frame, [record], lambda *_: (0.97, 38.2 * GIB))

    assert (entry.cpu_fraction, entry.peak_bytes) == (0.3, 50.0 * GIB)
    assert entry.view is not None


def test_what_was_not_measured_is_missing_and_not_zero():
    frame = runs_data.live_frame()
    record = replace(runs_data.ended("a.py", 1, 1), profile={}, roles={}, verdicts=())

    live, past = entries(frame, [record], nothing)

    assert (live.cpu_fraction, live.peak_bytes) == (None, None)
    assert (past.cpu_fraction, past.peak_bytes, past.workers) == (None, None, None)
    assert past.shape is Shape.WAITING


def test_a_verdict_that_was_too_short_to_be_told_is_no_chip():
    short = VerdictTime("swapping", 0.0, 3.0)
    long = VerdictTime("input_bound", 0.0, 60.0)
    record = runs_data.ended("a.py", 1, 1)

    assert chip_of(replace(record, verdicts=(short,)))[0] is Shape.WAITING
    assert chip_of(replace(record, verdicts=(short, long)))[1] == "Waiting for data"


def test_more_than_four_workers_share_a_row():
    run = runs_data.live_frame().runs[0].run
    few = replace(run, members=run.members[:5])

    assert [row.label for row in role_rows(few)] == [
        "main",
        "4 workers",
        "worker 0",
        "worker 1",
        "worker 2",
        "worker 3",
    ]
    *_, more, other = role_rows(run)
    assert more.label == "5 more workers"
    assert len(more.pids) == 5
    assert more.memory_bytes == pytest.approx(10 * GIB)
    assert (other.label, other.threads) == ("other", 1)


def test_ranks_are_numbered_below_their_launcher():
    run = runs_data.live_frame().runs[0].run
    roles = (Role.LAUNCHER, Role.RANK, Role.RANK, Role.SUPPORT)
    members = tuple(
        replace(member, role=role)
        for member, role in zip(run.members, roles, strict=False)
    )

    labels = [row.label for row in role_rows(replace(run, members=members))]

    assert labels == [
        "all 3",
        "launcher",
        "rank 0",
        "rank 1",
        "other",
    ]


def test_growth_of_several_processes_stands_in_the_row_of_all_of_them():
    run = runs_data.live_frame().runs[0].run
    members = tuple(replace(m, role=Role.RANK) for m in run.members[:2])
    grown = replace(run, members=members, trends=Trends(main_growth_bytes_per_s=1e6))

    both, *ranks = role_rows(grown)
    assert both.growth_bytes_per_s == 1e6
    assert both.pids == tuple(member.pid for member in members)
    assert both.memory_bytes == sum(member.rss_bytes for member in members)
    assert [row.growth_bytes_per_s for row in ranks] == [None, None]


def test_growth_of_workers_stands_in_the_row_of_all_of_them():
    run = runs_data.live_frame().runs[0].run
    grown = replace(run, trends=Trends(worker_growth_bytes_per_s=3e6))

    rows = {row.label: row for row in role_rows(grown)}

    assert rows["8 workers"].growth_bytes_per_s == 3e6
    assert rows["8 workers"].depth < rows["worker 0"].depth, "summed up, not beside"
    assert len(rows["8 workers"].pids) == 8
    assert rows["worker 0"].growth_bytes_per_s is None


def test_one_worker_needs_no_row_for_all_of_them():
    run = runs_data.live_frame().runs[0].run
    members = run.members[:2]
    trends = Trends(worker_growth_bytes_per_s=3e6)

    main, worker = role_rows(replace(run, members=members, trends=trends))

    assert (main.label, worker.label) == ("main", "worker 0")
    assert worker.growth_bytes_per_s == 3e6


def test_the_projection_is_of_both_and_names_who_grows_more():
    ahead = projection(1e6, 3e6, 8e9)

    assert ahead is not None
    assert (ahead.bytes_per_s, ahead.of_workers, ahead.full_in_s) == (4e6, True, 2000)
    assert projection(0.0, 0.0, 8e9) is None
    assert projection(None, None, 8e9) is None
    unknown = projection(1e6, None, None)
    assert unknown is not None
    assert "full" not in words.growth_text(unknown)


def test_shares_are_of_what_the_run_may_use_and_holes_stay_holes():
    past = role_past(
        [1.0, 2.0],
        {
            "usable_cpus": [8.0, NAN],
            "main_running_cores": [4.0, 4.0],
            "worker_running_cores": [2.0, 2.0],
            "running_cores": [7.0, 7.0],
            "main_memory_bytes": [1.0, 2.0],
            "worker_memory_bytes": [0.0, 0.0],
        },
        (0.0, 2.0),
    )

    assert (past.main_share[0], past.worker_share[0]) == (0.5, 0.25)
    assert past.other_share[0] == pytest.approx(0.125)
    assert past.main_share[1] != past.main_share[1]


@pytest.mark.parametrize(
    ("largest", "top"), [(0.2, 1), (1.0, 1), (1.1, 2), (3, 4), (4.1, 10), (38, 40)]
)
def test_the_scale_of_memory_ends_at_a_round_number(largest, top):
    assert nice_top(largest) == top


@pytest.mark.parametrize("frame", [runs_data.live_frame(), frames.idle_frame()])
def test_of_a_recording_the_page_says_that_no_ended_run_is_listed(qtbot, frame):
    made = RunsPage(LIGHT, runs_data.live_store(runs_data.live_frame()), None)
    qtbot.addWidget(made)
    made.show()
    made.show_frame(frame)

    assert made.empty.isVisible()
    assert "recording" in made.empty.text()
    assert len(made.list.rows.records) == len(frame.runs)


def test_no_such_line_stands_over_the_runs_of_this_machine(page):
    assert not page.empty.isVisible()


def test_a_clock_that_was_set_leaves_the_start_that_was_written_down():
    frame = runs_data.live_frame()
    record = replace(
        runs_data.six()[0], identity=f"b/{frame.runs[0].run.key}", started_at_s=5e8
    )

    first = entries(replace(frame, wall_s=9e8), [record], nothing)[0]

    assert first.started_at_s == 5e8
    assert first.lasted_s == frame.at_s - frame.runs[0].run.started_at_s


# --- before the archive has answered ----------------------------------------------


class Unhurried(ArchiveDesk):
    """Answers, or says why not, when it is told to."""

    def __init__(self):
        super().__init__(lambda: None)
        self.asked = []

    def ask(self, name, question, answer):
        self.asked.append(answer)


@pytest.fixture
def unhurried(qtbot):
    desk = Unhurried()
    page = RunsPage(LIGHT, runs_data.live_store(runs_data.live_frame()), desk)
    qtbot.addWidget(page)
    page.show()
    page.show_frame(frames.idle_frame())
    return page, desk


def test_while_the_past_is_read_nobody_is_told_that_there_was_none(unhurried):
    page, desk = unhurried
    assert re.fullmatch(
        r"Reading the history, since \d\d:\d\d:\d\d\.", page.empty.text()
    )
    said = page.empty.text()
    later = frames.idle_frame()
    page.show_frame(replace(later, wall_s=later.wall_s + 30))
    assert page.empty.text() == said
    desk.asked[-1](())

    assert page.empty.text() == "No training run was seen yet."


def test_a_history_that_cannot_be_read_says_why_on_this_page_too(unhurried):
    page, desk = unhurried
    desk.troubled.emit("history", "something else")
    assert page.empty.text().startswith("Reading")
    desk.troubled.emit("runs", "A newer traintray wrote it.")
    assert page.empty.text() == "A newer traintray wrote it."
    desk.troubled.emit("runs", "")

    assert page.empty.text() == "No training run was seen yet."
