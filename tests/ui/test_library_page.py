"""The Library page: what fits is marked, values of now stand beside, plans compute."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from traintray.core.history.store import Store
from traintray.core.progress.progress import Progress
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.window.library.live_values import epoch_s
from traintray.ui.window.pages.library import LibraryPage
from traintray.ui.window.steps import AfterSteps
from ui import frames, runs_data

FRAME = runs_data.live_frame()


def store_with(**figures):
    made = Store(100)
    key = FRAME.runs[0].run.key
    values = {f"run.{key}.{name}": value for name, value in figures.items()}
    made.append(FRAME.at_s, values)
    return made


@pytest.fixture
def page(qtbot):
    made = LibraryPage(LIGHT, store_with(demand_threads=41.0, switches_per_s=148_000.0))
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.show_frame(FRAME)
    return made


def planner_of(page):
    page.open_strategy("distributed", planner=True)
    return page.planner


def type_into(planner, **texts):
    for name, text in texts.items():
        planner.form.fields[name].setText(text)


def test_what_matches_the_open_episode_is_marked(page):
    below = {row.article.strategy: row.below for row in page.list.rows}

    assert below["threads"] == "Matches the open episode"
    assert below["distributed"] == "With planner"
    assert below["memory"] == "Helps with: swapping or growing"
    names = {row.accessibleName() for row in page.list.rows}
    assert "Thread settings: Matches the open episode" in names


def test_a_mark_goes_when_the_episode_ends(page):
    page.show_frame(frames.idle_frame())

    below = {row.article.strategy: row.below for row in page.list.rows}
    assert below["threads"] == "Helps with: too many threads"


def test_values_of_now_stand_beside_the_figures(page):
    page.open_strategy("threads")

    view = page.views["threads"]
    assert view.signals.values == ["41", "–", "148\u00a0k/s", "–"]
    assert view.facts.texts[0][1] == "16 cores"
    assert view.facts.texts[1][1:] == ("41", "Threads ready to run")
    assert view.facts.texts[2][2] == "8 = 16 cores − 8 workers"
    assert view.settings.values == ["8"] * 6 + ["0"]


def test_without_a_run_the_values_are_dashes(page):
    page.open_strategy("threads")
    page.show_frame(frames.idle_frame())

    view = page.views["threads"]
    assert view.signals.values == ["–"] * 4
    assert view.facts.texts[1][1:] == ("–", "no run")


def test_a_value_that_is_no_longer_measured_is_not_told(page):
    page.open_strategy("threads")
    page.show_frame(replace(FRAME, at_s=FRAME.at_s + 6.0))

    assert page.views["threads"].signals.values == ["–"] * 4


def test_arrow_keys_go_along_the_strategies(page, qtbot):
    first = page.list.rows[0]
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(first, Qt.Key.Key_Down)
    qtbot.keyClick(page.list.rows[1], Qt.Key.Key_Down)

    assert page.title.text() == "Thread settings"
    assert page.number.text() == "Strategy 3 of 8"
    assert page.tabs.isHidden()
    assert not page.knobs.isHidden()


def test_snippets_are_copied_as_they_are(page):
    page.open_strategy("threads")
    blocks = page.views["threads"].findChildren(CodeBlock)
    (block,) = (b for b in blocks if b.code == "torch.set_num_threads(2)")

    block._copy.click()

    assert QGuiApplication.clipboard().text() == "torch.set_num_threads(2)"


def test_every_article_can_be_read_in_both_palettes(page):
    for article in page.articles:
        page.open_strategy(article.strategy)
        assert page.title.text() == article.title
    page.set_theme(DARK)
    assert len(page.views) == 8


def test_the_planner_shows_each_number_with_its_sum(page):
    texts = planner_of(page).rows.texts

    assert texts["Updates per epoch"] == ("⌈1,281,167 ÷ 1,024⌉", "1,252")
    assert texts["Peak learning rate"] == ("0.1 × 1,024 ÷ 256", "0.4")
    assert texts["Training time"] == (
        "33\u00a0h ÷ 3.4",
        "9\u00a0h\u00a042\u00a0min",
    )


def test_the_figures_of_the_large_run_come_out(page):
    planner = planner_of(page)
    type_into(planner, gpus="2048", batch="81,920", epochs="90", efficiency="77%")

    texts = planner.rows.texts
    assert texts["Updates per epoch"][1] == "16"
    assert texts["Total updates"][1] == "1,440"
    assert texts["Batch per GPU"][1] == "40"
    assert "label smoothing" in planner.cautions[0].text


def test_the_rate_follows_the_rule(page):
    planner = planner_of(page)
    planner.form.rules.choose(1)
    planner.form.rules.chosen.emit(1)

    assert planner.rows.texts["Peak learning rate"] == (
        "0.1 × √(1,024 ÷ 256)",
        "0.2",
    )
    assert "--lr=0.2" in planner.copy.content


def test_the_launch_command_is_copied_with_its_variables(page, qtbot):
    planner = planner_of(page)
    planner.copy.click()

    assert QGuiApplication.clipboard().text().splitlines() == [
        "export OMP_NUM_THREADS=4",
        "torchrun --standalone --nproc-per-node=4 train.py --batch-size=256 --lr=0.4"
        " --epochs=90",
    ]


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        pytest.param("batch", "many", "Global batch, samples: this is", id="a word"),
        pytest.param("gpus", "2.5", "GPUs: this is", id="half a GPU"),
        pytest.param("batch", "2", "leaves some of 4 GPUs", id="too small"),
    ],
)
def test_a_number_that_cannot_be_is_told(page, field, text, said):
    planner = planner_of(page)
    type_into(planner, **{field: text})

    assert said in planner.cautions[0].text


def test_an_emptied_field_leaves_out_what_needs_it(page):
    planner = planner_of(page)
    type_into(planner, epoch="")

    assert planner.rows.texts["Training time"] == ("", "–")
    assert planner.chart.isHidden()
    assert planner.rows.texts["Total updates"][1] == "112,680"


def test_the_chart_is_told_to_those_who_do_not_see_it(page):
    told = planner_of(page).chart.accessibleDescription()

    assert "1 GPU: 33\u00a0h" in told
    assert "4 GPUs: 9\u00a0h\u00a042\u00a0min" in told


@pytest.mark.parametrize(
    ("unit", "per_s", "expected"),
    [("step", 10.0, 100.0), ("epoch", 0.01, 100.0), ("img", 10.0, None)],
)
def test_an_epoch_takes_as_long_as_the_run_says(unit, per_s, expected):
    progress = Progress(5, per_s, None, None, None, "terminal", unit)
    view = replace(FRAME.runs[0], run=replace(FRAME.runs[0].run, progress=progress))

    assert epoch_s(replace(FRAME, runs=(view,)), 1000 * 256, 256) == expected


def test_a_typed_epoch_stays_whatever_the_run_says(page, qtbot):
    planner = planner_of(page)
    planner.form.offer_epoch(600.0)
    assert planner.form.fields["epoch"].value == 600.0

    planner.form.fields["epoch"].selectAll()
    qtbot.keyClicks(planner.form.fields["epoch"], "30")
    planner.form.offer_epoch(600.0)

    assert planner.form.fields["epoch"].value == 1800.0


def test_a_tip_says_below_its_steps_what_they_cost_and_how_to_undo_them(qtbot):
    shown = AfterSteps(LIGHT)
    qtbot.addWidget(shown)
    assert shown.isHidden()

    shown.show_parts((("What it costs", "Nothing."), ("How to undo", "Take it out.")))

    assert not shown.isHidden()
    assert shown.text == "What it costs\u2002Nothing.\nHow to undo\u2002Take it out."


def test_the_lines_of_the_run_on_screen_stand_first_and_others_can_be_chosen(page):
    page.open_strategy("lighter_network")
    run = replace(FRAME.runs[0].run, framework="jax", trainer=None)
    page.show_frame(replace(FRAME, runs=(replace(FRAME.runs[0], run=run),)))
    lines = [one for one in page.views["lighter_network"].lines if one.choice]
    counts, bfloat16 = lines[0], lines[1]

    assert counts.code.code.startswith("print(jax.jit(apply)")
    counts.choose(("pytorch",))
    counts.chosen.emit("pytorch")

    assert bfloat16.code.code.startswith("with torch.autocast")
    page.show_frame(FRAME)
    assert bfloat16.code.code.startswith("with torch.autocast")


def test_a_training_library_comes_before_its_framework(page):
    page.open_strategy("memory")
    run = replace(FRAME.runs[0].run, framework="pytorch", trainer="lightning")
    page.show_frame(replace(FRAME, runs=(replace(FRAME.runs[0], run=run),)))
    codes = [one.code.code for one in page.views["memory"].lines if one.code]

    assert "trainer = Trainer(accumulate_grad_batches=2)" in codes


def test_the_button_of_thread_settings_leads_to_the_knobs(page, qtbot):
    page.open_strategy("threads")

    with qtbot.waitSignal(page.knobs_requested, timeout=1000):
        page.knobs.click()


def test_where_it_is_narrow_the_list_and_what_is_read_take_turns(page, qtbot):
    page.resize(500, 700)
    assert page.list.isVisible()
    assert not page.title.isVisible()

    qtbot.mouseClick(page.list.rows[3], Qt.MouseButton.LeftButton)
    assert not page.list.isVisible()
    assert page.title.text() == "Manage memory"
    assert page.title.isVisible()
    qtbot.mouseClick(page.back, Qt.MouseButton.LeftButton)
    assert page.list.isVisible()
    assert not page.title.isVisible()

    page.resize(900, 700)
    assert (page.list.isVisible(), page.title.isVisible()) == (True, True)
    assert not page.back.isVisible()


def test_where_it_is_narrow_the_plan_stands_below_its_fields(page):
    planner = planner_of(page)
    assert planner.rows.x() > planner.form.geometry().right()

    page.resize(420, 700)
    page.resize(420, 700)  # the first time, both columns kept it wider

    assert planner.rows.y() > planner.form.geometry().bottom()
    assert page._scrolls[planner].horizontalScrollBar().maximum() == 0
