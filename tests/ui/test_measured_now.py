"""What pages say of a change between its restart and its result."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from traintray.core.knobs.envfile import EnvFile
from traintray.ui import format as fmt
from traintray.ui.state_shape import Shape
from traintray.ui.theme import LIGHT
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.pages.knobs import KnobsPage
from traintray.ui.window.stage import Stage
from ui.advice_world import caps
from ui.measured_data import (
    DUE_S,
    NOW_S,
    SEEN_S,
    WARM_S,
    MeasuredArchive,
    frame_at,
)
from ui.studio import PromptDesk


@pytest.fixture
def capped(tmp_path):
    """The env file, with a cap that was written between the two runs."""
    (tmp_path / "config").mkdir(mode=0o700)
    path, state = tmp_path / "config" / "train.env", tmp_path / "state"
    file = EnvFile(path, state, wall_s=lambda: NOW_S + 2.0)
    file.apply(file.plan(caps(8)))
    return file


@pytest.fixture
def archive():
    return MeasuredArchive()


@pytest.fixture
def advice(qtbot, capped, archive):
    kept = []

    def opened(frame):
        page = AdvicePage(LIGHT, capped)
        kept.append(page)
        page.remember(PromptDesk(lambda: archive))
        qtbot.addWidget(page)
        page.resize(932, 720)
        page.show()
        page.show_frame(frame)
        return page

    yield opened
    kept.clear()


@pytest.fixture
def knobs(qtbot, capped, archive):
    page = KnobsPage(LIGHT, EnvCopy(capped), PromptDesk(lambda: archive))
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    return page


def row(page):
    found = page._results.measuring
    return found.text if found is not None and found.isVisibleTo(page) else None


def stages(page):
    found = page.body.effect.findChildren(Stage)
    return [stage.accessibleName().rpartition(": ")[2] for stage in found]


def newest(page):
    """What the journal says of its newest change."""
    lines = page.face.journal.lines
    return lines[0].came_of_it if lines else ""


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_a_run_that_is_well_says_that_its_change_is_measured_and_until_when(
    advice, archive, qtbot
):
    archive.at(NOW_S + 200.0)
    page = advice(frame_at(NOW_S + 200.0))
    qtbot.waitUntil(lambda: row(page) is not None)

    since, until = fmt.clock(WARM_S), fmt.clock(DUE_S)
    assert row(page) == (
        f"Threads capped at 8 · Measuring train.py since {since}, until {until}."
    )


def test_during_the_warm_up_it_says_so(advice, archive, qtbot):
    archive.at(NOW_S + 100.0)
    page = advice(frame_at(NOW_S + 100.0))
    qtbot.waitUntil(lambda: row(page) is not None)

    assert f"Warm-up of train.py until {fmt.clock(WARM_S)}, left out" in row(page)


def test_what_is_measured_is_looked_for_again_after_ten_seconds(advice, archive, qtbot):
    archive.at(NOW_S + 130.0)
    page = advice(frame_at(NOW_S + 130.0))
    qtbot.waitUntil(lambda: row(page) is not None)
    archive.at(NOW_S + 141.0)
    page.show_frame(frame_at(NOW_S + 141.0))

    qtbot.waitUntil(lambda: "Measuring" in row(page))


def test_within_ten_seconds_the_archive_is_not_asked_again(advice, archive, qtbot):
    archive.at(NOW_S + 200.0)
    page = advice(frame_at(NOW_S + 200.0))
    qtbot.waitUntil(lambda: row(page) is not None)
    before = len(archive.asked)
    for second in range(201, 210):
        page.show_frame(frame_at(NOW_S + second))
    qtbot.wait(50)

    assert len(archive.asked) == before


def test_the_card_goes_on_from_the_restart_to_the_comparison(advice, archive, qtbot):
    archive.at(NOW_S + 200.0)
    page = advice(frame_at(NOW_S + 200.0, with_advice=True))
    qtbot.waitUntil(lambda: row(page) is not None)

    assert stages(page) == ["done", "done", "done", "now"]
    assert page.body.knob_cards[0].chip.text == "Measuring"
    shown = texts(page.body.effect)
    assert f"Measuring until {fmt.clock(DUE_S)}" in shown
    assert "Compare 5\u00a0min each" in shown
    assert fmt.clock(SEEN_S - 10.0, seconds=False) in shown
    assert "Not measured yet." not in shown


def test_until_a_run_has_the_change_the_card_waits_for_the_restart(
    advice, archive, qtbot
):
    archive.saved = (archive.old,)
    page = advice(frame_at(NOW_S + 60.0, with_advice=True))
    qtbot.wait(50)

    assert stages(page) == ["done", "now", "later", "later"]
    assert row(page) is None
    assert "Not measured yet." in texts(page.body.effect)


def test_a_value_that_was_written_since_is_not_what_is_measured(
    advice, archive, capped, qtbot
):
    archive.at(NOW_S + 200.0)
    page = advice(frame_at(NOW_S + 200.0, with_advice=True))
    qtbot.waitUntil(lambda: row(page) is not None)
    page.body.knob_cards[0].stepper.setValue(4)
    page.body.knob_cards[0].apply_button.click()

    assert stages(page) == ["done", "now", "later", "later"]
    assert row(page) is not None


def test_with_the_result_the_card_is_done_and_names_it(advice, archive, qtbot):
    archive.at(NOW_S + 450.0)
    archive.tell()
    page = advice(frame_at(NOW_S + 450.0, with_advice=True))
    qtbot.waitUntil(lambda: page._results.offer is not None)

    assert stages(page) == ["done"] * 4
    assert "It helped" in texts(page.body.effect)
    assert page.body.knob_cards[0].chip.text == "It helped"
    assert row(page) is None


def test_what_is_not_comparable_waits_for_the_next_run(advice, archive, qtbot):
    archive.at(NOW_S + 450.0)
    archive.tell(verdict="not_comparable")
    page = advice(frame_at(NOW_S + 450.0, with_advice=True))
    qtbot.waitUntil(lambda: page._results.offer is not None)

    assert stages(page) == ["done", "now", "later", "later"]
    assert "Not comparable" in texts(page.body.effect)
    assert page.body.knob_cards[0].chip.text == "Ready for the next start"


def test_once_nothing_is_measured_any_more_the_card_waits_again(advice, archive, qtbot):
    archive.at(NOW_S + 200.0)
    page = advice(frame_at(NOW_S + 200.0, with_advice=True))
    qtbot.waitUntil(lambda: row(page) is not None)
    archive.saved = (archive.old,)
    page.show_frame(frame_at(NOW_S + 211.0, with_advice=True))
    qtbot.waitUntil(lambda: row(page) is None)

    assert stages(page) == ["done", "now", "later", "later"]
    assert page.body.knob_cards[0].chip.text == "Ready for the next start"


def test_the_journal_says_until_when_a_change_is_measured_and_then_what_came_of_it(
    knobs, archive, qtbot
):
    archive.at(NOW_S + 200.0)
    knobs.show_frame(frame_at(NOW_S + 200.0))
    journal = knobs.face.journal
    until = f"until {fmt.clock(DUE_S)}."
    qtbot.waitUntil(lambda: newest(knobs).endswith(until))
    assert journal.lines[0].shape is Shape.WAITING
    archive.tell()
    knobs.show_frame(frame_at(NOW_S + 211.0))

    qtbot.waitUntil(lambda: newest(knobs).startswith("Helped: "))
    assert journal.lines[0].shape is Shape.OK


def test_a_change_of_several_knobs_has_its_result_in_the_journal(
    knobs, archive, capped, qtbot
):
    capped.undo()
    capped.apply(capped.plan({**caps(8), "TOKENIZERS_PARALLELISM": "false"}))
    archive.at(NOW_S + 450.0)
    archive.tell()
    knobs.reload()
    knobs.show_frame(frame_at(NOW_S + 450.0))

    qtbot.waitUntil(lambda: newest(knobs).startswith("Helped: "))
