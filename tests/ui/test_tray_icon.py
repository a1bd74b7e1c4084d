import subprocess
import sys

import pytest
from PySide6.QtGui import QColor, QImage, qAlpha

from traintray.core.frame import State
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.tray_grid import GRIDS, SIZES
from traintray.ui.tray_icon import icon, paint
from traintray.ui.tray_look import Panel, look_for, look_for_frame, steps_for
from ui import frames
from ui.stores import store_for

LIGHT_PANEL = Panel(dark=False)


def look(state, cpu=0.97, gpu=0.41, has_gpu=True, panel=LIGHT_PANEL):
    return look_for(state, cpu, gpu, has_gpu, panel)


def colour(image: QImage, x: int, y: int) -> str:
    return QColor.fromRgba(image.pixel(x, y)).name()


def alpha(image: QImage, x: int, y: int) -> int:
    return qAlpha(image.pixel(x, y))


def column(image: QImage, x: int) -> str:
    """One letter a pixel: hue of CPU or GPU, ink solid, faint ink, nothing."""
    letters = {LIGHT.cpu.name(): "c", LIGHT.gpu.name(): "g"}
    told = ""
    for y in range(image.height()):
        opacity = alpha(image, x, y)
        if opacity == 0:
            told += "."
        elif opacity < 255:
            told += "t" if opacity == round(0.22 * 255) else "~"
        else:
            told += letters.get(colour(image, x, y), "#")
    return told


def test_sixteen_pixels_are_those_of_the_design():
    image = paint(16, look(State.OK))

    assert column(image, 0) == "." * 16
    assert column(image, 1) == "." * 10 + "#" * 5 + "."
    assert column(image, 2) == "." * 14 + "#."
    assert column(image, 3) == "." + "c" * 12 + ".#."
    assert column(image, 6) == column(image, 3)
    assert column(image, 7) == "." * 14 + "#."
    assert column(image, 9) == "." + "t" * 7 + "g" * 5 + ".#."
    assert column(image, 12) == column(image, 9)
    assert column(image, 14) == column(image, 1)
    assert column(image, 15) == "." * 16


@pytest.mark.parametrize(
    ("size_px", "cpu_x", "gpu_x", "cpu", "gpu"),
    [
        pytest.param(
            22, 4, 12, ".." + "c" * 16 + ".##.", ".." + "t" * 9 + "g" * 7 + ".##."
        ),
        pytest.param(
            24, 4, 13, ".." + "c" * 17 + ".##.", ".." + "t" * 11 + "g" * 7 + ".##."
        ),
        pytest.param(
            32,
            6,
            17,
            "..." + "c" * 22 + "..##..",
            "..." + "t" * 14 + "g" * 9 + "..##..",
        ),
    ],
)
def test_larger_sizes_have_their_own_steps(size_px, cpu_x, gpu_x, cpu, gpu):
    image = paint(size_px, look(State.OK))
    grid = GRIDS[size_px]

    full = column(image, cpu_x)
    assert full.replace("t", "") == cpu
    assert column(image, gpu_x) == gpu
    assert column(image, cpu_x + grid.bar_width - 1) == full
    assert "c" not in column(image, cpu_x + grid.bar_width)
    assert "c" not in column(image, cpu_x - 1)


@pytest.mark.parametrize("size_px", SIZES)
def test_twice_the_pixels_are_the_same_picture(size_px):
    once = paint(size_px, look(State.OK))
    twice = paint(size_px, look(State.OK), 2)

    assert twice.width() == 2 * size_px
    assert twice.devicePixelRatio() == 2
    for x in range(size_px):
        for y in range(size_px):
            assert twice.pixel(2 * x + 1, 2 * y + 1) == once.pixel(x, y)


@pytest.mark.parametrize(
    ("fraction", "expected"),
    [
        pytest.param(0.0, (0, 0, 0, 0), id="idle"),
        pytest.param(0.001, (1, 1, 1, 1), id="any load shows one pixel"),
        pytest.param(0.41, (5, 7, 7, 9), id="as in the design"),
        pytest.param(0.97, (12, 16, 17, 22), id="nearly full"),
        pytest.param(1.0, (12, 16, 18, 23), id="full"),
        pytest.param(1.7, (12, 16, 18, 23), id="never more than full"),
        pytest.param(None, (), id="not known"),
        pytest.param(float("nan"), (), id="a hole in the series"),
    ],
)
def test_a_load_becomes_steps(fraction, expected):
    assert steps_for(fraction) == expected


def test_without_gpu_one_bar_is_as_wide_as_both():
    image = paint(16, look(State.OK, 0.64, None, has_gpu=False))

    for x in range(3, 13):
        assert column(image, x) == "." + "t" * 4 + "c" * 8 + ".#."
    assert "c" not in column(image, 13)


def test_a_gpu_that_does_not_answer_has_a_dash():
    image = paint(16, look(State.OK, 0.97, None))

    assert column(image, 9) == "......~.......#."
    assert column(image, 3).count("c") == 12


def test_idle_is_faint_and_without_hue():
    image = paint(16, look(State.IDLE, 0.17, 0.06))

    assert column(image, 3) == "." + "t" * 10 + "~~.~."
    assert alpha(image, 1, 12) == pytest.approx(0.62 * 255, abs=1.5)
    assert alpha(image, 3, 12) == pytest.approx(0.72 * 255, abs=1.5)
    assert colour(image, 3, 12) != LIGHT.cpu.name()


def test_attention_is_a_triangle_cut_out_of_the_gpu_bar():
    image = paint(16, look(State.ATTENTION))

    assert colour(image, 12, 5) == LIGHT.attention_fill.name()
    assert colour(image, 15, 0) != LIGHT.attention_fill.name()
    assert alpha(image, 12, 6) == 0
    assert colour(image, 9, 8) == LIGHT.gpu.name()


def test_critical_is_an_octagon_with_a_mark():
    image = paint(32, look(State.CRITICAL))

    assert colour(image, 20, 7) == LIGHT.critical_fill.name()
    assert colour(image, 24, 4) == "#ffffff"
    assert colour(image, 24, 9) == "#ffffff"
    assert colour(image, 24, 8) == LIGHT.critical_fill.name()
    assert alpha(image, 18, 0) == 0


def test_paused_has_empty_tracks_and_a_slash():
    image = paint(32, look(State.PAUSED))

    assert column(image, 6)[20:26] == "tttttt"
    assert alpha(image, 16, 16) == pytest.approx(0.9 * 255, abs=1)
    assert "c" not in "".join(column(image, x) for x in range(32))


def test_no_data_is_a_dash_per_track():
    image = paint(16, look(State.NO_DATA))

    assert column(image, 3) == "......~.......~."
    assert column(image, 9) == "......~.......~."


def test_in_one_ink_there_is_no_hue_and_the_mark_is_a_hole():
    image = paint(22, look(State.ATTENTION, panel=Panel(dark=True, monochrome=True)))

    names = {
        QColor.fromRgba(image.pixel(x, y)).name()
        for x in range(22)
        for y in range(22)
        if alpha(image, x, y) == 255
    }
    assert names == {DARK.ink.name()}
    assert alpha(image, 16, 4) == 0
    assert alpha(image, 17, 4) == 0


def test_on_a_dark_panel_the_ink_is_light():
    image = paint(16, look(State.OK, panel=Panel(dark=True)))

    assert colour(image, 1, 12) == DARK.ink.name()
    assert colour(image, 3, 5) == DARK.cpu.name()


def test_a_size_that_is_not_drawn_is_an_error():
    with pytest.raises(KeyError):
        paint(20, look(State.OK))


def test_the_icon_has_every_size_once_and_twice(qapp):
    sizes = {
        (size.width(), size.height()) for size in icon(look(State.OK)).availableSizes()
    }

    expected = {side for size in SIZES for side in (size, 2 * size)}
    assert {width for width, _ in sizes} == expected


def test_a_look_changes_with_a_step_and_not_before():
    assert look(State.OK, 0.970) == look(State.OK, 0.971)
    assert look(State.OK, 0.97) != look(State.OK, 0.90)
    assert look(State.OK) != look(State.ATTENTION)


def test_while_paused_no_load_changes_the_look():
    assert look(State.PAUSED, 0.1, 0.2) == look(State.PAUSED, 0.9, None)


def test_the_look_of_a_frame_takes_the_mean_of_five_seconds():
    shown = frames.idle_frame(frames.SMALL)
    store = store_for(shown)
    for second in range(1, 6):
        store.append(shown.at_s + second, {"cpu.busy_fraction": second / 5})
    later = frames.replace(shown, at_s=shown.at_s + 6)

    found = look_for_frame(later, store, LIGHT_PANEL)

    assert found == look(State.IDLE, 0.6, None, has_gpu=False)


def test_the_look_of_a_frame_without_samples_has_dashes():
    shown = frames.gpu_unreadable_frame()

    found = look_for_frame(shown, store_for(shown), LIGHT_PANEL)

    assert found.gpu_steps == ()
    assert len(found.cpu_steps) == len(SIZES)


def test_the_icon_costs_no_widgets_no_svg_and_no_fonts():
    code = (
        "import sys; import traintray.ui.tray_icon; "
        "print([name for name in sys.modules if name.startswith(('PySide6.QtSvg', "
        "'PySide6.QtWidgets', 'traintray.ui.fonts', 'numpy'))])"
    )

    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == "[]"
