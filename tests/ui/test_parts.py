"""The small parts: label, chip, buttons, bars, code, diff, stepper."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from traintray.core.advice.advice import RoleShare
from traintray.core.diagnosis.verdict import Comparison, Evidence, Resource, Unit
from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.ui import icons
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.bullet_bar import BulletBar
from traintray.ui.widgets.buttons import (
    IconButton,
    Kind,
    PrimaryButton,
    SecondaryButton,
    Size,
)
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.cpu_strip import CpuStrip, busy_count
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.role_bar import RoleBar
from traintray.ui.widgets.state_view import StateView
from traintray.ui.widgets.stepper import Stepper
from traintray.ui.widgets.verdict_chip import VerdictChip
from ui.parts_board import board


@pytest.fixture
def shown(qtbot):
    """Put widgets into a window that is shown, and lives as long as the test."""
    windows = []

    def show(*widgets):
        window = QWidget()
        row = QHBoxLayout(window)
        row.setContentsMargins(10, 10, 10, 10)
        for widget in widgets:
            row.addWidget(widget)
        qtbot.addWidget(window)
        windows.append(window)
        window.show()
        window.activateWindow()
        QTest.qWait(0)
        return window

    return show


def picture(widget):
    return widget.grab().toImage()


def colour(image, x, y):
    ratio = image.devicePixelRatio()
    return image.pixelColor(int(x * ratio), int(y * ratio)).name()


# --- label ------------------------------------------------------------------


def test_a_label_shows_markup_as_it_stands(qtbot):
    label = Label("body", LIGHT)
    qtbot.addWidget(label)
    label.setText("<b>train</b>.py & co")

    assert label.textFormat() is Qt.TextFormat.PlainText
    plain = Label("body", LIGHT)
    qtbot.addWidget(plain)
    plain.setText("train.py & co")
    assert label.sizeHint().width() > plain.sizeHint().width() + 20


def test_a_paragraph_grows_as_it_narrows(qtbot):
    label = Label("secondary", LIGHT)
    qtbot.addWidget(label)
    label.setWordWrap(True)
    label.setText("41 threads are ready to run and take turns. " * 3)

    assert label.heightForWidth(200) > label.heightForWidth(400)
    assert label.heightForWidth(400) % 16 == 0


def test_a_paragraph_can_be_cut_after_some_lines(qtbot):
    label = Label("secondary", LIGHT)
    qtbot.addWidget(label)
    label.setWordWrap(True)
    label.setText("word " * 200)
    label.set_max_lines(2)

    assert label.heightForWidth(200) == 32


def test_a_line_break_is_kept(qtbot):
    label = Label("code", LIGHT)
    qtbot.addWidget(label)
    label.setWordWrap(True)
    label.setText("one\ntwo")

    assert label.heightForWidth(300) == 36


def test_an_empty_paragraph_has_no_lines_and_does_not_fail(qtbot):
    label = Label("body", LIGHT)
    qtbot.addWidget(label)
    label.setWordWrap(True)

    assert label.heightForWidth(100) == 20
    label.resize(100, 20)
    assert not picture(label).isNull()


def test_a_line_that_fits_exactly_is_not_cut(qtbot):
    label = Label("run_name", LIGHT)
    label.set_elided(True)
    label.setText("ddp_train.py")
    label.resize(label.sizeHint())
    qtbot.addWidget(label)
    free = Label("run_name", LIGHT)
    free.setText("ddp_train.py")
    free.resize(label.size())
    qtbot.addWidget(free)

    assert picture(label) == picture(free)


def test_a_label_takes_the_colour_of_a_new_theme(qtbot):
    label = Label("body", LIGHT, "ink2")
    qtbot.addWidget(label)

    label.set_theme(DARK)

    assert label.colour() == DARK.ink2


# --- buttons ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "height"), [(Size.NORMAL, 30), (Size.SMALL, 26), (Size.TABLE, 22)]
)
def test_buttons_have_the_heights_of_the_design(qtbot, size, height):
    button = PrimaryButton("Apply", LIGHT, size)
    qtbot.addWidget(button)

    assert button.sizeHint().height() == height


def test_a_primary_button_is_ink_with_paper_text(shown):
    button = PrimaryButton("Cap threads at 8 …", LIGHT)
    shown(button)

    assert colour(picture(button), 6, 15) == LIGHT.ink.name()


def test_an_ampersand_is_a_character_and_not_a_shortcut(qtbot):
    button = SecondaryButton("R&D", LIGHT)
    qtbot.addWidget(button)

    assert button.text() == "R&&D"
    assert button.shortcut().isEmpty()


def test_a_click_gives_no_ring_and_the_tab_key_does(qtbot, shown):
    first, second = SecondaryButton("One", LIGHT), SecondaryButton("Two", LIGHT)
    shown(first, second)

    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not first.keyboard_ring

    second.setFocus(Qt.FocusReason.TabFocusReason)
    assert second.keyboard_ring
    assert not first.keyboard_ring


def test_the_ring_lies_around_the_button_and_follows_it(shown):
    button = SecondaryButton("Focus", LIGHT)
    window = shown(button)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    corner = button.geometry().topLeft() - QPoint(3, -10)

    assert colour(picture(window), corner.x(), corner.y()) == LIGHT.ink.name()

    button.move(button.pos() + QPoint(5, 0))
    assert colour(picture(window), corner.x() + 5, corner.y()) == LIGHT.ink.name()


def test_the_ring_comes_back_with_the_window(shown):
    button = SecondaryButton("Focus", LIGHT)
    shown(button)
    button.setFocus(Qt.FocusReason.BacktabFocusReason)
    button.clearFocus()

    button.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    assert button.keyboard_ring


def test_the_ring_goes_with_its_button(shown):
    button = SecondaryButton("Focus", LIGHT)
    shown(button)
    button.setFocus(Qt.FocusReason.TabFocusReason)

    button.hide()

    assert not button.keyboard_ring


def test_an_icon_button_says_verb_and_object(qtbot):
    button = IconButton("snooze", "Snooze this tip for 1 hour", LIGHT, Kind.SECONDARY)
    qtbot.addWidget(button)

    assert button.accessibleName() == "Snooze this tip for 1 hour"
    assert button.toolTip() == button.accessibleName()
    assert min(button.sizeHint().width(), button.sizeHint().height()) >= 28


def test_a_disabled_button_is_pale(shown):
    button = PrimaryButton("Apply", LIGHT)
    shown(button)

    button.setEnabled(False)

    assert colour(picture(button), 6, 15) == LIGHT.sunk.name()


# --- icons ------------------------------------------------------------------


@pytest.mark.parametrize("ink", ["#ff0000", "#15181c"])
def test_an_icon_is_drawn_in_the_given_ink_only(qapp, ink):
    image = icons.pixmap("settings", QColor(ink), 16, 2.0).toImage()

    solid = {
        image.pixelColor(x, y).name()
        for x in range(32)
        for y in range(32)
        if image.pixelColor(x, y).alpha() == 255
    }
    assert solid == {ink}
    assert image.devicePixelRatio() == 2


def test_an_icon_that_does_not_exist_is_an_error(qapp):
    with pytest.raises(FileNotFoundError):
        icons.pixmap("unicorn", QColor("black"), 16, 1.0)


def test_an_icon_of_qt_is_sharp_at_both_ratios(qapp):
    made = icons.icon("copy", QColor("black"), 16)

    assert made.pixmap(16).width() == 16


# --- chip -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "fill"),
    [
        (Shape.OK, LIGHT.sunk),
        (Shape.ATTENTION, LIGHT.attention_tint),
        (Shape.CRITICAL, LIGHT.critical_tint),
        (Shape.PAUSED, LIGHT.sunk),
    ],
)
def test_only_attention_and_critical_tint_the_chip(qtbot, shape, fill):
    chip = VerdictChip(LIGHT)
    chip.show_verdict(shape, "Swapping")
    chip.resize(chip.sizeHint())
    qtbot.addWidget(chip)

    assert colour(picture(chip), 20, 2) == fill.name()
    assert chip.accessibleName() == "Verdict: Swapping"
    assert chip.sizeHint().height() == 20


def test_a_chip_is_as_wide_as_its_text(qtbot):
    chip = VerdictChip(LIGHT)
    qtbot.addWidget(chip)
    chip.show_verdict(Shape.OK, "Healthy")
    short = chip.sizeHint().width()

    chip.show_verdict(Shape.ATTENTION, "Too many threads")

    assert chip.sizeHint().width() > short + 30


def test_a_chip_in_a_window_takes_the_room_of_a_new_text(shown):
    chip = VerdictChip(LIGHT)
    chip.show_verdict(Shape.OK, "OK")
    window = shown(chip, Label("body", LIGHT))
    window.resize(600, 60)

    chip.show_verdict(Shape.ATTENTION, "Too many threads")
    QTest.qWait(0)

    assert chip.width() == chip.sizeHint().width()


def test_a_state_view_tells_its_state(qtbot):
    view = StateView(Shape.OK, 20, LIGHT)
    qtbot.addWidget(view)

    view.show_shape(Shape.PAUSED)

    assert view.accessibleName() == "Paused"
    assert view.sizeHint().width() == 20


# --- bars -------------------------------------------------------------------


def evidence(measured, comparison=Comparison.ABOVE, resource=Resource.CPU):
    return Evidence("x", measured, 24, comparison, Unit.THREADS, 64, resource)


def bar_picture(qtbot, shown_evidence):
    bar = BulletBar(LIGHT)
    bar.show_evidence(shown_evidence, "Threads ready to run")
    bar.resize(bar.sizeHint())
    qtbot.addWidget(bar)
    return bar, picture(bar)


def test_a_bullet_bar_ends_at_the_value_and_ticks_at_the_threshold(qtbot):
    _, image = bar_picture(qtbot, evidence(41))

    assert colour(image, 94, 8) == LIGHT.cpu.name()
    assert colour(image, 98, 8) != LIGHT.cpu.name()
    assert colour(image, 56, 2) == LIGHT.ink.name()
    assert colour(image, 60, 2) != LIGHT.ink.name()


@pytest.mark.parametrize(
    ("comparison", "left_counts"),
    [
        (Comparison.ABOVE, False),
        (Comparison.AT_LEAST, False),
        (Comparison.BELOW, True),
        (Comparison.AT_MOST, True),
    ],
)
def test_the_side_that_counts_is_tinted(qtbot, comparison, left_counts):
    _, image = bar_picture(qtbot, evidence(0, comparison))
    plain = LIGHT.sunk.name()

    assert (colour(image, 20, 5) != plain) is left_counts
    assert (colour(image, 120, 5) == plain) is left_counts


def test_a_value_beyond_the_scale_ends_at_the_edge(qtbot):
    _, image = bar_picture(qtbot, evidence(1000, resource=Resource.GPU))

    assert colour(image, 149, 8) == LIGHT.gpu.name()


@pytest.mark.parametrize(("measured", "said"), [(41, "crossed"), (12, "not crossed")])
def test_a_bullet_bar_says_whether_it_is_crossed(qtbot, measured, said):
    bar, _ = bar_picture(qtbot, evidence(measured))

    expected = f"Threads ready to run: {measured}, threshold 24, {said}"
    assert bar.accessibleName() == expected


ROLES = (
    RoleShare("main 32", 32, "main"),
    RoleShare("workers 8", 8, "workers"),
    RoleShare("other 1", 1, "other"),
)


def role_bar(qtbot, roles, usable, mark):
    bar = RoleBar(LIGHT)
    bar.show_roles(roles, usable, mark)
    bar.resize(556, bar.sizeHint().height())
    qtbot.addWidget(bar)
    return bar


def test_a_role_bar_has_the_lengths_of_the_design(qtbot):
    image = picture(role_bar(qtbot, ROLES, 16, "16 cores"))

    assert colour(image, 185, 2) == LIGHT.ink.name()
    main, workers = colour(image, 300, 12), colour(image, 400, 12)
    assert main == colour(image, 20, 12)
    assert main != workers
    assert colour(image, 460, 12) == workers
    assert colour(image, 500, 12) not in (main, workers)


def test_a_role_bar_keeps_its_scale_while_threads_wobble(qtbot):
    more = (replace(ROLES[0], demand_threads=33.5), *ROLES[1:])
    few = picture(role_bar(qtbot, ROLES, 16, "16 cores"))
    many = picture(role_bar(qtbot, more, 16, "16 cores"))

    assert colour(few, 185, 2) == colour(many, 185, 2) == LIGHT.ink.name()


def test_more_threads_than_any_scale_still_fit(qtbot):
    image = picture(role_bar(qtbot, (RoleShare("ranks", 5000, "main"),), 2, "2 cores"))

    assert colour(image, 540, 12) == colour(image, 20, 12)


def test_a_role_bar_takes_a_longer_scale_when_it_must(qtbot):
    image = picture(role_bar(qtbot, (RoleShare("ranks 7", 7, "main"),), 2, "2 cores"))

    assert colour(image, 480, 12) == colour(image, 20, 12)
    assert colour(image, 495, 12) != colour(image, 20, 12)


def test_a_role_bar_says_its_numbers(qtbot):
    bar = role_bar(qtbot, ROLES, 16, "16 cores")

    assert bar.accessibleName() == (
        "Threads ready to run: main 32, workers 8, other 1; usable: 16 cores"
    )


def test_a_role_without_threads_is_left_out(qtbot):
    idle = (*ROLES, RoleShare("idle", 0.0, "other"))

    assert "idle" not in role_bar(qtbot, idle, 16, "16 cores").accessibleName()


def test_a_cpu_strip_shades_each_cpu_and_outlines_one_that_is_offline(qtbot):
    strip = CpuStrip(LIGHT)
    strip.show_cpus([0.0, 1.0, None, 0.5], 0.0)
    strip.resize(348, 31)
    qtbot.addWidget(strip)
    image = picture(strip)

    assert colour(image, 40, 9) == LIGHT.ramp(0.0).name()
    assert colour(image, 120, 9) == LIGHT.ramp(1.0).name()
    assert colour(image, 210, 9) not in (
        LIGHT.ramp(0.0).name(),
        LIGHT.ramp(0.5).name(),
    )
    assert strip.accessibleName() == "Logical CPUs: 2 of 4 busy"


@pytest.mark.parametrize("count", [1, 2, 6, 16, 32, 128, 256, 1024])
def test_every_count_of_cpus_fills_the_strip(qtbot, count):
    strip = CpuStrip(LIGHT)
    strip.show_cpus([1.0] * count, 0.0)
    strip.resize(348, 31)
    qtbot.addWidget(strip)
    image = picture(strip)

    assert colour(image, 1, 9) == LIGHT.ramp(1.0).name()
    assert colour(image, 346, 9) == LIGHT.ramp(1.0).name()


def test_cells_of_a_strip_are_apart_by_one_pixel_everywhere(qtbot):
    strip = CpuStrip(LIGHT)
    strip.show_cpus([1.0] * 32, 0.0)
    strip.resize(348, 31)
    qtbot.addWidget(strip)
    image = picture(strip)
    full = LIGHT.ramp(1.0).name()

    gaps = [x for x in range(348) if colour(image, x, 9) != full]

    assert len(gaps) == 31
    assert all(b - a > 1 for a, b in pairwise(gaps))


def test_half_the_time_counts_as_busy():
    assert busy_count([0.49, 0.5, 1.0, None]) == 2


# --- code and diff ----------------------------------------------------------


def test_the_copy_button_copies_every_line_and_says_so(qtbot, shown):
    block = CodeBlock("export A=1\nexport B=2", LIGHT)
    shown(block)
    button = block.findChild(QPushButton)

    with qtbot.waitSignal(block.copied) as emitted:
        button.click()

    assert QGuiApplication.clipboard().text() == "export A=1\nexport B=2"
    assert emitted.args == ["export A=1\nexport B=2"]
    assert button.text() == "Copied"


def test_ctrl_c_copies_too(shown):
    block = CodeBlock("cv2.setNumThreads(0)", LIGHT)
    shown(block)
    QGuiApplication.clipboard().clear()

    QTest.keyClick(block, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "cv2.setNumThreads(0)"


def test_code_lines_stand_eighteen_pixels_apart(qtbot):
    one, two = CodeBlock("a", LIGHT), CodeBlock("a\nb\nc", LIGHT)
    qtbot.addWidget(one)
    qtbot.addWidget(two)

    assert two.heightForWidth(400) - one.heightForWidth(400) in (32, 36)
    assert two.heightForWidth(400) == 3 * 18 + 10


DIFF = (
    DiffLine(DiffKind.SAME, "# managed by traintray"),
    DiffLine(DiffKind.REMOVED, "OMP_NUM_THREADS=32"),
    DiffLine(DiffKind.ADDED, "OMP_NUM_THREADS=8"),
    "4 lines unchanged",
    DiffLine(DiffKind.STRUCK, "export OMP_NUM_THREADS=16"),
)


@pytest.mark.parametrize(("roomy", "row", "edge"), [(False, 18, 6), (True, 19, 8)])
def test_only_added_rows_are_darker(qtbot, roomy, row, edge):
    block = DiffBlock(LIGHT, roomy)
    block.show_lines(DIFF)
    block.resize(300, block.sizeHint().height())
    qtbot.addWidget(block)
    image = picture(block)

    assert block.sizeHint().height() == len(DIFF) * row + 2 * edge
    fills = [colour(image, 290, edge + n * row + row // 2) for n in range(len(DIFF))]
    sunk, sel = LIGHT.sunk.name(), LIGHT.sel.name()
    assert fills == [sunk, sunk, sel, sunk, sunk]


def test_a_diff_says_what_changes(qtbot):
    block = DiffBlock(LIGHT)
    qtbot.addWidget(block)
    block.show_lines(DIFF)

    assert block.accessibleDescription() == (
        "− OMP_NUM_THREADS=32\n+ OMP_NUM_THREADS=8\n− export OMP_NUM_THREADS=16"
    )


# --- stepper ----------------------------------------------------------------


@pytest.fixture
def stepper(shown):
    def make(value=8, maximum=32):
        made = Stepper(1, maximum, LIGHT)
        made.setValue(value)
        shown(made)
        return made

    return make


def click_at(qtbot, widget, x):
    point = QPoint(x, widget.height() // 2)
    child = widget.childAt(point)
    qtbot.mouseClick(child, Qt.MouseButton.LeftButton)


def test_minus_and_plus_step_by_one(qtbot, stepper):
    made = stepper()

    click_at(qtbot, made, made.width() - 10)
    assert made.value() == 9
    click_at(qtbot, made, 10)
    click_at(qtbot, made, 10)
    assert made.value() == 7


@pytest.mark.parametrize(("value", "x_share"), [(1, 0.1), (32, 0.9)])
def test_at_the_end_of_the_range_its_side_is_off(value, x_share, stepper):
    made = stepper(value)
    side = made.childAt(QPoint(int(made.width() * x_share), 14))

    assert not side.isEnabled()
    made.setValue(5)
    assert side.isEnabled()


def test_arrow_keys_step_and_typing_waits_for_the_end(stepper):
    made = stepper()
    values = []
    made.valueChanged.connect(values.append)
    made.setFocus()

    QTest.keyClick(made, Qt.Key.Key_Up)
    made.selectAll()
    QTest.keyClicks(made, "12")
    assert values == [9]
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert values == [9, 12]


def test_a_stepper_is_as_high_as_the_design_and_wide_enough(stepper):
    made = stepper(maximum=32)

    assert made.sizeHint().height() == 28
    assert made.sizeHint().width() == pytest.approx(26 * 3 + 2, abs=2)
    made.setRange(1, 4096)
    assert made.sizeHint().width() > 26 * 3 + 2


def test_the_wheel_turns_nothing_that_has_no_focus(qtbot, stepper):
    made = stepper()
    made.clearFocus()

    turn(made)
    assert made.value() == 8
    made.setFocus()
    turn(made)
    assert made.value() == 9


def turn(widget):
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    widget.wheelEvent(event)


# --- all together -----------------------------------------------------------


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_all_parts_paint_in_both_themes(qtbot, theme):
    widget = board(theme)
    qtbot.addWidget(widget)
    widget.show()

    assert not picture(widget).isNull()


def test_a_hairline_is_one_pixel(qtbot):
    line = Hairline(LIGHT)
    qtbot.addWidget(line)
    line.resize(40, 1)

    assert line.height() == 1
    assert colour(picture(line), 20, 0) == LIGHT.line.name()


def test_every_part_can_change_its_theme_while_shown(qtbot):
    parts = [
        *(Label("body", LIGHT), PrimaryButton("A", LIGHT), VerdictChip(LIGHT)),
        *(BulletBar(LIGHT), RoleBar(LIGHT), CpuStrip(LIGHT), DiffBlock(LIGHT)),
        *(CodeBlock("a", LIGHT), Stepper(1, 9, LIGHT), Hairline(LIGHT)),
        StateView(Shape.OK, 20, LIGHT),
    ]
    window = QWidget()
    column = QVBoxLayout(window)
    for part in parts:
        column.addWidget(part)
    qtbot.addWidget(window)
    window.show()

    for part in parts:
        part.set_theme(DARK)

    assert not picture(window).isNull()


def test_no_caption_of_a_role_bar_is_lost_where_its_part_is_narrow(qtbot):
    roles = (
        RoleShare("main 32", 32, "main"),
        RoleShare("workers 24", 24, "workers"),
        RoleShare("other 1", 1, "other"),
    )
    bar = role_bar(qtbot, roles, 32, "32 CPUs")
    captions = bar.captions()

    assert [each.text for each in captions] == ["main 32", "workers 24", "other 1"]
    assert [each.line for each in captions] == [0, 1, 0]
    assert bar.sizeHint().height() == 38 + 14
    bar.resize(210, bar.sizeHint().height())
    for one, other in combinations(bar.captions(), 2):
        apart = one.right < other.left or other.right < one.left
        assert one.line != other.line or apart
    assert all(each.left >= 0 and each.right <= 210 for each in bar.captions())
