"""The Knobs page: what it lists, what its buttons write, and how keys reach it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication

from traintray.ui import fonts
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.line import Deed
from traintray.ui.window.knobs.wrapped import wrapped
from traintray.ui.window.pages.knobs import KnobsPage
from ui import frames, knob_data

FRAME = knob_data.knobs_frame()
CAP = {
    *("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    *("NUMEXPR_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"),
}


@pytest.fixture
def page(qtbot, env_file):
    made = KnobsPage(LIGHT, EnvCopy(env_file), None)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.show_frame(FRAME)
    return made


def lines(page):
    rows = page.face.table.rows
    return {key: rows[key].line for key in page.face.table.shown_keys}


def write(page, qtbot):
    """Press Write file in the preview that is open."""
    qtbot.mouseClick(page._changing.open.write_button, Qt.MouseButton.LeftButton)


def test_values_stand_beside_what_fits_and_why(page):
    cap = lines(page)["thread_cap"]

    assert (cap.name, cap.now, cap.value) == ("OMP_NUM_THREADS", "32", "8")
    assert cap.is_wanted
    assert cap.reason == "16 cores − 8 workers"
    assert page.face.about.text() == "for train.py · resnet50, PID 41207"


def test_a_click_on_apply_writes_what_the_preview_showed(page, qtbot, env_file):
    row = page.face.table.rows["mkl_threads"]
    with qtbot.waitSignal(page.file_changed, timeout=1000):
        qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
        assert env_file.values() == {}
        write(page, qtbot)

    assert env_file.values() == dict.fromkeys(CAP, "8")
    assert lines(page)["mkl_threads"].act.text == "Next start"
    assert lines(page)["mkl_threads"].act.shape is Shape.WAITING


def test_all_that_is_recommended_is_one_change(page, qtbot, env_file):
    # What only the script can change is copied, not applied.
    applied = [
        line for key, line in lines(page).items() if not key.startswith("script:")
    ]
    count = sum(line.is_wanted for line in applied)
    assert page.face.apply_all.text() == f"Apply {count} recommended …"
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    write(page, qtbot)

    assert env_file.values().keys() > CAP
    assert len(env_file.changes()) == 1
    assert not page.face.apply_all.isVisibleTo(page)


def test_undo_asks_and_then_restores_the_file(page, qtbot, env_file):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "4"}))
    page.reload()
    page.undo()
    assert env_file.values() == {"OMP_NUM_THREADS": "4"}

    qtbot.mouseClick(page._changing.open.undo_button, Qt.MouseButton.LeftButton)

    assert not env_file.path.exists()


def test_the_filter_finds_a_knob_that_is_folded_away(page, qtbot):
    assert "wait_policy" not in lines(page)
    qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.face.filter, "zzz")
    assert list(lines(page)) == []
    assert page.face.table.nothing.isVisibleTo(page)
    page.face.filter.setText("how threads wait")

    assert list(lines(page)) == ["wait_policy"]


def test_the_rest_unfolds_and_folds_again(page, qtbot):
    before = len(lines(page))
    qtbot.mouseClick(page.face.table.more, Qt.MouseButton.LeftButton)
    assert len(lines(page)) > before
    qtbot.mouseClick(page.face.table.more, Qt.MouseButton.LeftButton)

    assert len(lines(page)) == before


def test_enter_on_a_line_says_what_it_costs_and_when_it_does_not_apply(page, qtbot):
    table = page.face.table
    qtbot.mouseClick(table.more, Qt.MouseButton.LeftButton)
    for name in ("thread_cap", "allocator"):
        qtbot.keyClick(table.rows[name], Qt.Key.Key_Return)

    cap = {fact.head: fact.text for fact in table.details["thread_cap"].facts}
    other = {fact.head: fact.text for fact in table.details["allocator"].facts}
    assert cap["Costs"].startswith("too low a number leaves cores idle")
    assert "OMP_NUM_THREADS=32" in cap["Mind"]
    assert other["When not"].startswith("tcmalloc gave 1.22")
    assert "halves the speed" in other["Measured"]
    qtbot.keyClick(table.rows["allocator"], Qt.Key.Key_Return)
    assert table.details["allocator"].isHidden()


def test_arrows_walk_over_the_lines(page, qtbot):
    rows = page.face.table.rows
    first, second = page.face.table.shown_keys[:2]
    rows[first].setFocus()
    qtbot.keyClick(rows[first], Qt.Key.Key_Down)

    assert rows[second].hasFocus()


def test_a_line_tells_a_screen_reader_everything(page):
    name = page.face.table.rows["thread_cap"].accessibleName()

    for part in ("OMP_NUM_THREADS", "now: 32", "recommended: 8", "8 workers", "Apply"):
        assert part in name
    button = page.face.table.rows["thread_cap"].button
    assert button.accessibleName() == "Apply … OMP_NUM_THREADS"


def test_ctrl_c_copies_the_line(page, qtbot):
    row = page.face.table.rows["mkl_threads"]
    qtbot.keyClick(row, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "MKL_NUM_THREADS=8"


def test_without_a_run_nothing_is_recommended(page):
    page.show_frame(frames.idle_frame())

    assert not any(line.is_wanted for line in lines(page).values())
    heads = [h._about.text() for h in page.face.table._heads.values() if h.isVisible()]
    assert heads == ["no training run computes now, so nothing is recommended"]
    assert not page.face.apply_all.isVisibleTo(page)
    assert page.face.about.text() == ""


def test_the_number_of_workers_that_fits_is_said_to(page):
    pinned = lines(page)["script:pin_memory"]
    assert (pinned.now, pinned.value) == ("not seen", "True")
    assert "pin_memory=True" in pinned.copied

    line = lines(page)["script:num_workers"]

    assert (line.now, line.value, line.act.deed) == ("8", "8", Deed.NONE)
    assert line.reason == "8 + 8 threads fill 16 cores"


def test_a_difference_is_told_for_each_program(page, env_file):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))
    page.reload()
    loading = page.face.loading
    loading.pick("bash")
    assert loading.message.text.endswith("the next start gets 8.")
    loading.pick("uv")

    assert loading.message.text.endswith("keeps 32: unset it there.")


def test_the_journal_names_the_change_and_offers_to_undo_the_newest(page, env_file):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "4"}))
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))
    page.reload()

    newest, older = page.face.journal.lines
    assert (newest.name, newest.change) == ("OMP_NUM_THREADS", "4 → 8")
    assert (newest.can_undo, older.can_undo) == (True, False)
    assert older.change == "not set → 4"


def test_another_run_can_be_chosen(page):
    second = frames.run_view(frames.training_run("other.py", 50_000, 0))
    page.show_frame(replace(FRAME, runs=(*FRAME.runs, second)))
    page.show_run(second.run.key)

    assert page.face.about.text() == "for other.py · resnet50, PID 50000"


def test_a_file_that_cannot_be_read_is_told(page, env_file):
    env_file.path.write_bytes(b"A=\0\n")
    page.reload()

    assert "it is not a text file" in page.face.message.text


def test_it_turns_dark(page):
    page.set_theme(DARK)

    assert page.face.table.rows["thread_cap"]._theme is DARK


def test_the_badge_counts_what_traintray_has_set(qtbot, env_file):
    copy = EnvCopy(env_file)
    assert copy.set_count == 0
    env_file.path.write_text("CUDA_DEVICE_ORDER=PCI_BUS_ID\n")
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "4", "MKL_NUM_THREADS": "4"}))

    assert copy.set_count == 2


def reason_of(page, key):
    return page.face.table.rows[key]._reason


def test_a_long_reason_is_told_in_lines_and_not_cut(page):
    for width in (800, 832, 900, 1100):
        page.resize(width, 700)
        QCoreApplication.processEvents()
        for key, line in lines(page).items():
            told = reason_of(page, key)
            if not line.is_wanted:
                continue  # prose may end with dots: it stands below the line in full
            assert "".join(told).replace(" ", "") == line.reason.replace(" ", "")
    long, short = (
        page.face.table.rows["blis_threads"],
        page.face.table.rows["thread_cap"],
    )
    page.resize(660, 700)
    QCoreApplication.processEvents()
    assert len(long._reason) > 1
    assert long.height() > short.height()


def test_what_is_too_long_for_the_lines_ends_with_dots(qapp):
    font = fonts.font("secondary")
    told = wrapped("one two three four five six seven eight nine ten", font, 60, 2)
    chinese = wrapped("向上取整之后的线程数目不超过核心数", font, 60, 9)

    assert len(told) == 2
    assert told[-1].endswith("…")
    assert "".join(chinese) == "向上取整之后的线程数目不超过核心数"
    assert len(chinese) > 1
    assert wrapped("", font, 60, 2) in ((), ("",))


def test_the_rarer_programs_are_in_a_menu_that_bears_the_name_of_the_picked(page):
    choice = page.face.loading.choice
    titles = {action.data(): action for action in choice.menu.actions()}
    assert set(titles) == {"run", "fish", "docker", "uv", "direnv", "dotenv"}
    titles["docker"].trigger()
    assert page.face.loading.code.code == f"--env-file {page._copy.file.path}"
    assert choice._group.checkedButton().text() == "Docker, Podman …"

    page.face.loading.pick("vscode")
    assert choice._group.checkedButton().text() == "VS Code"
    assert choice._group.buttons()[-1].text() == "More …"


def test_a_click_on_more_opens_the_menu_and_takes_nothing_yet(page, qtbot):
    choice = page.face.loading.choice
    qtbot.mouseClick(choice._group.buttons()[-1], Qt.MouseButton.LeftButton)

    assert choice.menu.isVisible()
    assert choice.name == "bash"
    assert choice._group.checkedButton().text() == "bash"
    choice.menu.close()
