"""The Advice page: what it shows of frames, and what a reader can do on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from traintray.core.advice.advice import EvidenceRow, Step
from traintray.core.diagnosis.verdict import Clear, Unknown
from traintray.core.telling.span import Span
from traintray.ui import fonts
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.bullet_bar import BulletBar
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.pages.advice import AdvicePage
from ui.advice_world import caps
from ui.frames import (
    NOW_S,
    THREADS_ADVICE,
    THREADS_EVIDENCE,
    WALL_S,
    attention_frame,
    critical_frame,
    idle_frame,
    ok_frame,
    paused_frame,
    training_run,
    unknown_frame,
    unreadable_run_frame,
)
from ui.parts import run_view
from ui.real_advice import code_frame, ranks_frame

HOSTILE = "<b>x</b>&amp;<img src=x>"


@pytest.fixture
def page(qtbot, env_file):
    made = AdvicePage(LIGHT, env_file)
    qtbot.addWidget(made)
    made.resize(932, 720)
    made.show()
    return made


def later(frame, seconds, **changes):
    return replace(
        frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds, **changes
    )


def with_advice(frame, **changes):
    view = frame.runs[0]
    advice = replace(view.advice, **changes)
    return replace(frame, runs=(replace(view, advice=advice), *frame.runs[1:]))


def ended_frame(seconds=100):
    """The same run, well again."""
    view = attention_frame().runs[0]
    episode = replace(view.episode, ended_at_s=NOW_S + seconds - 40)
    well = replace(view, verdict=Clear(), advice=None, episode=None)
    return later(attention_frame(), seconds, runs=(well,), episodes=(episode,))


def two_runs_frame():
    first = attention_frame()
    return replace(first, runs=(*first.runs, run_view(training_run("other.py", 500))))


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_a_finding_is_told_from_the_run_to_the_steps(page):
    page.show_frame(attention_frame())

    header = page.body.header
    assert (header.chip.shape, header.chip.text) == (
        Shape.ATTENTION,
        "Too many threads",
    )
    assert header.run_line.text() == (
        "train.py · resnet50 · PID 41207 · since 14:33:02 · 4\u00a0min\u00a08\u00a0s"
    )
    assert header.title.text() == "41 threads compete for 16 cores"
    shown = texts(page)
    assert "6 of 6 thresholds crossed" in shown
    assert "148\u00a0k/s" in shown
    assert "≥ 95% for 60 s" in shown
    assert "Cap the thread pools at 8. " + THREADS_ADVICE.steps[0].text in shown
    assert not page.nothing.isVisible()


def test_an_evidence_row_tells_a_screen_reader_value_and_threshold(page):
    page.show_frame(attention_frame())

    names = [bar.accessibleName() for bar in page.findChildren(BulletBar)]

    assert "Threads ready to run: 41, threshold 24, crossed" in names


def test_a_threshold_that_is_not_crossed_has_no_shape_and_is_not_counted(page):
    calm = replace(THREADS_EVIDENCE[1], measured=10.0)
    rows = (EvidenceRow("Threads ready to run", calm, "> 24"), THREADS_ADVICE.rows[0])

    page.show_frame(with_advice(attention_frame(), rows=rows))

    shapes = page.body.evidence.findChildren(StateView)
    assert [shape.isVisible() for shape in shapes] == [False, True]
    assert "1 of 2 thresholds crossed" in texts(page)


def test_fewer_rows_in_the_next_frame_leave_none_behind(page):
    page.show_frame(attention_frame())

    page.show_frame(with_advice(attention_frame(), rows=THREADS_ADVICE.rows[:2]))

    bars = page.body.evidence.findChildren(BulletBar)
    assert sum(bar.isVisible() for bar in bars) == 2


def test_a_hostile_name_is_shown_as_it_is_written(page):
    frame = two_runs_frame()
    view = frame.runs[0]
    advice = replace(
        view.advice,
        title=f"{HOSTILE} keeps 41 threads",
        summary=HOSTILE,
        why=HOSTILE,
        notes=(HOSTILE,),
        ruled_out=(HOSTILE,),
        steps=(Step(HOSTILE, HOSTILE, HOSTILE),),
    )
    hostile = replace(view, run=replace(view.run, name=HOSTILE), advice=advice)

    page.show_frame(replace(frame, runs=(hostile, frame.runs[1])))

    shown = texts(page)
    assert f"{HOSTILE} keeps 41 threads" in shown
    assert f"{HOSTILE} {HOSTILE}" in shown
    assert any(text.startswith(f"{HOSTILE} · resnet50 · PID") for text in shown)
    assert f"Restart {HOSTILE}" in shown
    for label in page.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText


def test_the_duration_goes_on_while_nothing_else_is_touched(page):
    page.show_frame(attention_frame())
    page.body.knob_cards[0].stepper.setValue(3)

    page.show_frame(later(attention_frame(), 60))

    assert "5\u00a0min" in page.body.header.run_line.text()
    assert page.body.knob_cards[0].stepper.value() == 3


def test_apply_and_undo_on_the_page(page, env_file, qtbot):
    before = b"# mine\nA=1\n"
    env_file.path.write_bytes(before)
    page.show_frame(attention_frame())
    card = page.body.knob_cards[0]
    assert "Write the file" in texts(page.body.effect)

    with qtbot.waitSignal(page.applied):
        card.apply_button.click()
    assert env_file.values() == caps(8) | {"A": "1"}
    assert "File written" in texts(page.body.effect)

    with qtbot.waitSignal(page.undone):
        card.undo_button.click()
    assert env_file.path.read_bytes() == before
    assert "Write the file" in texts(page.body.effect)


def test_ctrl_return_applies(page, env_file, qtbot):
    page.show_frame(attention_frame())
    page.body.knob_cards[0].copy_button.setFocus()

    qtbot.keyClick(
        page.body.knob_cards[0].copy_button,
        Qt.Key.Key_Return,
        Qt.KeyboardModifier.ControlModifier,
    )

    assert env_file.values() == caps(8)


def test_the_line_that_loads_the_file_is_copied_with_one_click(page, env_file):
    page.show_frame(attention_frame())

    page.body.effect.copy_button.click()

    assert QGuiApplication.clipboard().text() == f"set -a; . {env_file.path}; set +a"


def test_a_write_from_elsewhere_is_seen_after_reload(page, env_file):
    page.show_frame(attention_frame())
    env_file.apply(env_file.plan(caps(8)))

    page.reload()

    assert page.body.knob_cards[0].is_written


def test_snooze_names_the_run_and_says_until_when(page, qtbot):
    frame = attention_frame()
    page.show_frame(frame)
    button = page.body.header.snooze_button

    button.click()
    menu = page.body.header.snoozes
    assert menu.isVisible()
    with qtbot.waitSignal(page.snooze_requested) as asked:
        menu.actions()[0].trigger()
    menu.hide()

    assert asked.args == [frame.runs[0].run.key, Span.FOR_A_WHILE]
    assert button.text() == "Snoozed until 15:37"
    assert not button.isEnabled()
    page.show_frame(later(frame, 3601))
    assert button.text() == "Snooze"
    assert button.isEnabled()


def test_a_snooze_from_elsewhere_shows_too(page):
    frame = attention_frame()
    page.show_frame(frame)

    page.show_snoozed(frame.runs[0].run.key)

    assert page.body.header.snooze_button.text() == "Snoozed until 15:37"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (Span.TODAY, "Snoozed until 00:00"),
        (Span.THIS_RUN, "Snoozed"),
        (Span.THIS_KIND, "Snoozed"),
    ],
)
def test_a_longer_snooze_says_when_a_clock_ends_it(page, span, said):
    frame = attention_frame()
    page.show_frame(frame)

    page.show_snoozed(frame.runs[0].run.key, span)
    page.show_frame(later(frame, 3601))

    assert page.body.header.snooze_button.text() == said
    page.show_awake()
    assert page.body.header.snooze_button.text() == "Snooze"


def test_the_advice_stays_readable_after_its_episode_ended(page):
    page.show_frame(attention_frame())

    page.show_frame(ended_frame())

    header = page.body.header
    assert (header.chip.shape, header.chip.text) == (Shape.OK, "Ended 14:38")
    assert header.run_line.text() == (
        "Too many threads · train.py · resnet50 · PID 41207 · 14:33:02 to 14:38:10"
        " · 5\u00a0min\u00a08\u00a0s"
    )
    assert header.title.text() == "41 threads compete for 16 cores"
    assert not header.snooze_button.isVisible()
    assert page.body.knob_cards[0].apply_button.isVisible()


def test_one_run_needs_no_selector(page):
    page.show_frame(attention_frame())

    assert not page.selector.isVisible()


def test_several_runs_can_be_selected(page, qtbot):
    frame = two_runs_frame()
    page.show_frame(frame)
    first, second = page.selector.buttons
    assert (first.isChecked(), second.isChecked()) == (True, False)
    assert [b.shape for b in (first, second)] == [Shape.ATTENTION, Shape.OK]
    assert second.accessibleName() == "other.py, resnet50 · PID 500"

    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)

    assert page.shown_run_key == frame.runs[1].run.key
    assert not page.body.isVisible()
    assert "Every check was measured and none crossed its threshold." in texts(page)
    page.show_frame(later(frame, 1))
    assert page.shown_run_key == frame.runs[1].run.key


def test_two_runs_with_the_same_advice_are_kept_apart(page, qtbot):
    frame = attention_frame()
    other = replace(frame.runs[0], run=training_run("other.py", 500))
    page.show_frame(replace(frame, runs=(frame.runs[0], other)))
    page.body.knob_cards[0].stepper.setValue(3)

    qtbot.mouseClick(page.selector.buttons[1], Qt.MouseButton.LeftButton)

    assert "Restart other.py" in texts(page.body.effect)
    assert page.body.knob_cards[0].stepper.value() == 8


def test_the_run_that_was_asked_for_is_shown_once_it_is_there(page):
    page.show_run(training_run("other.py", 500).key)
    page.show_frame(attention_frame())
    assert page.shown_run_key == attention_frame().runs[0].run.key

    page.show_frame(two_runs_frame())

    assert page.shown_run_key == training_run("other.py", 500).key


@pytest.mark.parametrize(
    ("frame", "title", "words"),
    [
        pytest.param(
            ok_frame(), "No advice right now", "watches 2 training runs", id="clear"
        ),
        pytest.param(
            unknown_frame(),
            "No advice right now",
            "A verdict needs a little more",
            id="too early",
        ),
        pytest.param(
            unreadable_run_frame(),
            "No advice right now",
            "Not measured: its threads",
            id="not readable",
        ),
        pytest.param(idle_frame(), "No advice right now", "PyTorch", id="no run"),
        pytest.param(paused_frame(), "Paused", "No samples, no tips", id="paused"),
    ],
)
def test_without_a_finding_the_page_says_calmly_why(page, frame, title, words):
    page.show_frame(frame)

    assert page.nothing.title.text() == title
    assert any(words in text for text in texts(page))
    assert not page.body.isVisible()


def test_every_verdict_of_a_run_has_its_chip(page):
    runs = (
        run_view(training_run("a.py", 1)),
        run_view(training_run("b.py", 2), Unknown(None, ("sustained_s",))),
        run_view(training_run("c.py", 3), Unknown("x", ("run.switches_per_s",))),
    )

    page.show_frame(replace(ok_frame(), runs=runs))

    chips = [(row.chip.shape, row.chip.text) for row in page.nothing.rows]
    assert chips == [
        (Shape.OK, "Healthy"),
        (Shape.WAITING, "Watching"),
        (Shape.NO_DATA, "Cannot tell"),
    ]


def test_notes_stand_above_the_columns_and_go_again(page):
    page.show_frame(with_advice(attention_frame(), notes=("Set in code.",)))
    assert "Set in code." in texts(page)

    page.show_frame(attention_frame())

    assert "Set in code." not in texts(page)


def test_a_critical_finding_has_the_critical_shape(page):
    page.show_frame(critical_frame())

    assert page.body.header.chip.shape is Shape.CRITICAL


def test_without_a_knob_there_is_no_card(page):
    page.show_frame(code_frame())

    assert not any(card.isVisible() for card in page.body.knob_cards)
    assert not page.body.effect.isVisible()
    assert "16 threads competing for 2 CPUs" in texts(page)
    codes = [block.code for block in page.body.steps.findChildren(CodeBlock)]
    assert any("torch.set_num_threads(2)" in code for code in codes)


def test_a_knob_that_goes_takes_its_card_along(page):
    page.show_frame(attention_frame())

    page.show_frame(with_advice(attention_frame(), proposals=()))

    assert not page.body.effect.isVisible()


def test_while_hidden_it_only_takes_notes(page):
    page.hide()
    page.show_frame(attention_frame())
    page.show_frame(ended_frame())
    assert page.body.header.title.text() == ""

    page.show()

    assert page.body.header.chip.text == "Ended 14:38"


@pytest.mark.parametrize(
    ("width", "narrow"), [(900, False), (899, True), (560, True), (932, False)]
)
def test_below_900_pixels_all_is_in_one_column_and_nothing_is_cut_off(
    page, width, narrow
):
    page.resize(width, 720)
    page.show_frame(ranks_frame())
    QApplication.processEvents()

    card, steps = page.body.knob_cards[0], page.body.steps
    assert page.body.is_narrow is narrow
    below = card.mapTo(page, card.rect().bottomLeft()).y()
    assert (below < steps.mapTo(page, steps.rect().topLeft()).y()) is narrow
    content = page.findChild(QScrollArea).widget()
    assert content.width() <= page.width()
    for part in (card, steps, page.body.evidence, page.body.effect):
        assert part.mapTo(page, part.rect().topRight()).x() < page.width()


def test_the_columns_come_back_when_the_page_widens(page):
    page.show_frame(attention_frame())
    page.resize(700, 720)
    QApplication.processEvents()

    page.resize(1200, 720)
    QApplication.processEvents()

    card, table = page.body.knob_cards[0], page.body.evidence
    assert card.mapTo(page, card.rect().topLeft()).x() > table.width()


def test_no_label_of_the_design_is_cut(page):
    page.show_frame(attention_frame())
    QApplication.processEvents()

    for label in page.body.evidence.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap():
            assert label.width() >= label.sizeHint().width(), label.text()


def test_the_palette_reaches_every_part(page):
    page.show_frame(two_runs_frame())

    page.set_theme(DARK)

    stale = [
        type(widget).__name__
        for widget in page.findChildren(QWidget)
        if getattr(widget, "_theme", DARK) is not DARK
    ]
    assert stale == []


def test_an_hour_of_frames_adds_no_widgets(page):
    page.show_frame(attention_frame())
    count = len(page.findChildren(QWidget))

    for second in range(1, 60):
        busy = replace(THREADS_EVIDENCE[0], measured=0.9 + second / 1000)
        rows = (replace(THREADS_ADVICE.rows[0], evidence=busy),)
        page.show_frame(later(with_advice(attention_frame(), rows=rows), second))

    assert len(page.findChildren(QWidget)) == count


def test_the_clock_of_the_page_is_the_clock_of_the_frame(page):
    page.show_frame(replace(attention_frame(), wall_s=WALL_S + 3600))

    assert "since 15:33:02" in page.body.header.run_line.text()


def test_a_tip_that_is_not_useful_mutes_its_kind_and_says_where_it_is_undone(
    page, qtbot
):
    frame = attention_frame()
    page.show_frame(frame)
    button = page.body.header.useless_button
    asked, useless = [], []
    page.snooze_requested.connect(lambda *said: asked.append(said))
    page.useless.connect(useless.append)

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    key = frame.runs[0].run.key
    assert asked == [(key, Span.THIS_KIND)]
    assert useless == [key]
    assert not button.isVisible()
    assert "Kinds of tips" in button.toolTip()


def test_what_to_do_leads_to_the_article_about_it(page, qtbot):
    page.show_frame(attention_frame())
    more = page.body.more
    with qtbot.waitSignal(page.library_requested) as asked:
        qtbot.mouseClick(more, Qt.MouseButton.LeftButton)

    assert more.text() == "Read more: Thread settings"
    assert asked.args == ["threads"]


def test_beside_a_long_text_the_cards_stay_together(page, env_file):
    steps = THREADS_ADVICE.steps * 6
    env_file.apply(env_file.plan(caps(8)))
    page.show_frame(with_advice(attention_frame(), steps=steps))
    QApplication.processEvents()
    card, effect = page.body.knob_cards[0], page.body.effect
    above, below = (
        widget.mapTo(page.body, widget.rect().topLeft()) for widget in (card, effect)
    )

    assert page.body.steps.height() > card.height() + effect.height()
    assert below.y() - (above.y() + card.height()) == fonts.scaled(12)
    assert effect.width() == card.width() > 250


def test_what_will_be_compared_stands_there_with_what_it_is_now(page):
    page.show_frame(attention_frame())

    assert page.body.effect.figures.texts == [
        "CPU, all cores 97% → –",
        "Threads ready to run 41 → –",
        "Context switches 148\u00a0k/s → –",
    ]
    assert "Not measured yet." in texts(page)
