"""Steps to take are numbered, those that are in place are ticked off."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from traintray.core.advice.advice import Step
from traintray.ui.theme import LIGHT
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.window.paragraph import Paragraph
from traintray.ui.window.steps import Steps

OPEN = Step(
    "Cap the pools.",
    "Set it:",
    "export OMP_NUM_THREADS=8",
    parts=(("What it costs", "Nothing."), ("How to undo", "unset it.")),
)
TAKEN = Step("Compile.", "Already in place: line 3 of train.py.", in_place=True)
PLAN = Step("Compute first.", "The planner does.", opens="planner")


@pytest.fixture
def steps(qtbot):
    made = Steps(LIGHT)
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    made.show_steps((OPEN, PLAN, TAKEN))
    return made


def names(steps):
    return [row._circle.accessibleName() for row in steps._rows if row.isVisible()]


def texts(row):
    return [p.text() for p in row.findChildren(Paragraph) if p.isVisible()]


def test_a_step_in_place_is_ticked_and_has_no_lines(steps):
    assert names(steps) == ["Step 1", "Step 2", "Already in place"]
    taken = steps._rows[2]
    assert texts(taken) == ["Compile. Already in place: line 3 of train.py."]
    assert not any(code.isVisible() for code in taken.findChildren(CodeBlock))


def test_what_a_step_costs_and_how_to_undo_it_stands_below_it(steps):
    _, own = texts(steps._rows[0])

    assert " ".join(own.split()) == "What it costs Nothing. How to undo unset it."
    assert len(texts(steps._rows[1])) == 1


def test_a_step_that_opens_the_planner_has_a_button_for_it(steps, qtbot):
    shown = [b for b in steps.findChildren(QPushButton) if b.isVisible()]
    (button,) = [b for b in shown if b.text() == "Open scale-out planner"]

    with qtbot.waitSignal(steps.planner_clicked, timeout=1000):
        button.click()


def test_a_row_that_was_ticked_can_be_a_step_again(steps):
    steps.show_steps((OPEN, PLAN, PLAN))

    assert names(steps) == ["Step 1", "Step 2", "Step 3"]
