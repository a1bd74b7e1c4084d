"""The measured result on the Advice page: shown, offered, taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from traintray.ui.state_shape import Shape
from traintray.ui.theme import LIGHT
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.proof import words
from traintray.ui.window.proof.dumbbell import ends_of
from traintray.ui.window.proof.source import ProofSource
from traintray.ui.window.proof.view import ProofView
from ui import frames, knob_data, proof_data
from ui.knob_screens import after
from ui.studio import PromptDesk
from ui.written_advice import threads

CALM = after(knob_data.knobs_frame())


def frame_with_advice():
    """The run after the change, with a finding of its own."""
    view = frames.attention_frame().runs[0]
    run = replace(view.run, key=CALM.runs[0].run.key)
    return replace(CALM, runs=(replace(view, run=run),))


@pytest.fixture
def open_page(qtbot, env_file):
    kept = []  # a page that Python collects while it is painted takes Qt with it

    def opened(found, frame=CALM):
        page = AdvicePage(LIGHT, env_file)
        kept.append(page)
        page.remember(PromptDesk(lambda: knob_data.KnobsArchive(found)))
        qtbot.addWidget(page)
        page.resize(900, 700)
        page.show()
        page.show_frame(frame)
        qtbot.waitUntil(lambda: page._results.view is not None)
        return page

    yield opened
    kept.clear()


@pytest.fixture
def view(qtbot, env_file):
    made = ProofView(env_file.path, LIGHT)
    qtbot.addWidget(made)
    return made


def test_a_result_stands_in_the_place_of_an_advice_that_is_not_open(open_page, qtbot):
    page = open_page(knob_data.proof())

    assert page._results.view.isVisibleTo(page)
    assert not page.nothing.isVisibleTo(page)
    assert page._results.view.title.text() == "GPU busy rose from 41% to 78%"
    graphs = page._results.view.graphs
    qtbot.waitUntil(lambda: graphs[0].isVisibleTo(page))


def test_above_an_open_advice_it_is_offered_and_leads_there_and_back(open_page, qtbot):
    page = open_page(knob_data.proof(), frame_with_advice())
    results = page._results
    assert page.body.isVisibleTo(page)
    assert results.offer.isVisibleTo(page)
    qtbot.mouseClick(results.offer.button, Qt.MouseButton.LeftButton)
    assert results.view.isVisibleTo(page)
    assert not page.body.isVisibleTo(page)
    qtbot.mouseClick(results.view.advice_button, Qt.MouseButton.LeftButton)

    assert page.body.isVisibleTo(page)


def test_slower_offers_undo_first_and_takes_the_change_back(open_page, qtbot, env_file):
    env_file.apply(env_file.plan(dict.fromkeys(knob_data.CAPPED, "8")))
    page = open_page(knob_data.proof("slower", after=0.29))
    card = page._results.view.change
    assert card.undo_first.isVisibleTo(page)
    assert not card.undo_button.isVisibleTo(page)
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = page._results._changing.open
    qtbot.mouseClick(dialog.undo_button, Qt.MouseButton.LeftButton)

    assert not env_file.path.exists()
    assert not card.undo_first.isVisibleTo(page)


def test_a_change_that_is_gone_from_the_file_cannot_be_undone(view):
    view.show_proof(knob_data.proof(), can_undo=False)

    assert not view.change.undo_button.isVisibleTo(view)
    assert view.change.kept.text() == "The file does not hold this change any more."


@pytest.mark.parametrize(
    ("name", "shape", "chip"),
    [
        ("helped", Shape.OK, "It helped"),
        ("unclear", Shape.UNCHANGED, "No clear change"),
        ("slower", Shape.ATTENTION, "It got slower"),
        ("not-comparable", Shape.WAITING, "Not comparable"),
    ],
)
def test_each_verdict_has_its_shape_and_words(view, name, shape, chip):
    view.show_proof(proof_data.proof(name), can_undo=True)

    assert (view.chip.shape, view.chip.text) == (shape, chip)
    assert view.table.isVisibleTo(view) == (name != "not-comparable")


def test_each_figure_is_told_to_a_screen_reader(view):
    view.show_proof(knob_data.proof(), can_undo=True)

    assert [bar.accessibleName() for bar in view.table.bars] == [
        "GPU busy: 41% before, 78% after",
        "Context switches: 148\u00a0k/s before, 19\u00a0k/s after",
        "CPU pressure: 62% before, 6% after",
    ]


def test_a_report_can_be_copied(view, qtbot):
    view.show_proof(knob_data.proof(), can_undo=True)
    qtbot.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)

    text = QGuiApplication.clipboard().text()
    assert text.startswith("train.py: It helped\n")
    assert "Context switches: 148\u00a0k/s → 19\u00a0k/s (−87%)" in text


def test_the_method_says_that_busy_time_stands_in_for_speed(view):
    view.show_proof(knob_data.proof(), can_undo=True)

    assert "This stands in for the speed" in view.sure.text()


@pytest.mark.parametrize(
    ("key", "before", "after", "scale"),
    [
        ("gpu_busy_fraction", 0.1, 0.2, 1.0),
        ("switches_per_s", 148_000.0, 19_000.0, 200_000.0),
        ("cpu_s_per_step", 0.31, 0.4, 0.4),
        ("steps_per_s", 0.0, 0.0, 1.0),
    ],
)
def test_the_scale_starts_at_zero_and_ends_at_a_round_number(key, before, after, scale):
    measure = knob_data.measure(key, "per_s", (before, after), "lower")

    assert ends_of(measure).scale == pytest.approx(scale)


def test_a_figure_with_a_threshold_stands_where_its_evidence_stood():
    ready = next(one for one in threads().evidence if one.key == "demand_threads")
    numbers = (ready.measured, 15.0)
    fewer = knob_data.measure("demand_threads", "threads", numbers, "lower")
    far = replace(fewer, before=3.0 * ready.threshold)

    assert ends_of(fewer, ready.threshold).scale == pytest.approx(ready.scale)
    assert ends_of(far, ready.threshold).scale >= far.before


def test_a_share_changes_by_points_and_a_rate_by_per_cent():
    share = knob_data.measure("gpu_busy_fraction", "fraction", (0.41, 0.78), "higher")
    rate = knob_data.measure("switches_per_s", "per_s", (100.0, 25.0), "lower")

    assert words.change_text(share) == "+37\u00a0points"
    assert words.change_text(rate) == "−75%"
    assert words.value_text(replace(rate, before=None), None) == "–"


def test_without_a_run_the_newest_result_is_read_for_an_hour(qtbot):
    found = knob_data.proof()
    source = ProofSource(PromptDesk(lambda: knob_data.KnobsArchive(found)))
    with qtbot.waitSignal(source.found, timeout=1000):
        source.ask(found.made_at_s)

    assert source.of(None, found.made_at_s + 3500.0) == found
    assert source.of(None, found.made_at_s + 3700.0) is None
    assert source.of("1-1", found.made_at_s) is None


@pytest.mark.parametrize("name", proof_data.VERDICTS)
def test_the_figures_of_a_sample_are_those_of_its_verdict(name):
    assert proof_data.proof(name).verdict == name.replace("-", "_")


def test_figures_with_a_threshold_of_the_finding_have_a_tick(qtbot, env_file):
    page = AdvicePage(LIGHT, env_file)
    page.remember(PromptDesk(lambda: proof_data.ProofArchive("helped")))
    qtbot.addWidget(page)
    page.show()
    page.show_frame(CALM)
    qtbot.waitUntil(lambda: page._results.view is not None)
    view = page._results.view
    qtbot.waitUntil(lambda: view.graphs[0].isVisibleTo(page))

    ticks = {bar.accessibleName(): bar.threshold for bar in view.table.bars}

    assert view.about.text().startswith("Too many threads \u00b7 train.py")
    assert ticks == {
        "GPU busy: 41% before, 78% after": None,
        "CPU it may use: 97% before, 47% after": 0.8,
        "Threads ready to run: 57 before, 15 after": 48.0,
        "Context switches: 148\u00a0k/s before, 19\u00a0k/s after": None,
        "CPU pressure: 62% before, 6% after": None,
    }


def test_what_is_sure_tells_how_much_both_windows_wander(view):
    view.show_proof(knob_data.proof(), can_undo=True)

    assert (
        "within 2\u00a0points of that before the change, and within 4\u00a0points after"
        in view.sure.text()
    )


def test_a_spread_below_a_point_is_within_one_and_never_within_none(view):
    steady = knob_data.measure(
        "gpu_busy_fraction", "fraction", (0.041, 0.078), "", True
    )
    view.show_proof(knob_data.proof(measures=(steady,)), can_undo=True)

    assert "within 1\u00a0point of that before the change" in view.sure.text()
    assert "within 1\u00a0point after it" in view.sure.text()


def test_the_windows_of_the_sample_wander_as_much_as_their_graphs():
    spread = proof_data.proof("helped").measures[0].spread_before

    assert spread is not None
    assert spread > 0.02


def test_a_harm_is_to_be_undone_before_anything_more_is_gained(view):
    view.show_proof(proof_data.proof("unclear"), can_undo=True)
    assert view.gain.isVisibleTo(view)

    view.show_proof(proof_data.proof("slower"), can_undo=True)

    assert not view.gain.isVisibleTo(view)


def test_threads_change_by_their_number():
    fewer = knob_data.measure("demand_threads", "threads", (41.0, 15.0), "lower")

    assert words.change_text(fewer) == "\N{MINUS SIGN}26"
