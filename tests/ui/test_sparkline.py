import math

import pytest
from PySide6.QtGui import QColor

from traintray.core.diagnosis.verdict import Resource
from traintray.ui.theme import LIGHT
from traintray.ui.widgets.sparkline import SPAN_S, Sparkline, stretches

NOW_S = 1_000.0
NAN = math.nan


def series(values, until_s=NOW_S, step_s=1.0):
    """Times and values, the last one at `until_s`."""
    count = len(values)
    return [until_s - (count - 1 - n) * step_s for n in range(count)], values


def spark(qtbot, times, values, resource=Resource.CPU):
    made = Sparkline(resource, LIGHT)
    made.set_label("CPU")
    made.show_samples(times, values, NOW_S)
    made.resize(made.sizeHint())
    qtbot.addWidget(made)
    return made


def colours(made, x):
    image = made.grab().toImage()
    ratio = image.devicePixelRatio()
    return [image.pixelColor(int(x * ratio), int((y + 0.5) * ratio)) for y in range(28)]


def is_hue(colour: QColor) -> bool:
    """Whether the CPU's line passes here."""
    hue = LIGHT.cpu
    return abs(colour.red() - hue.red()) + abs(colour.blue() - hue.blue()) < 90


def height_at(made, x):
    """Height of the line at `x`, 0..1, or None where there is no line."""
    rows = [y for y, colour in enumerate(colours(made, x)) if is_hue(colour)]
    return None if not rows else 1 - (sum(rows) / len(rows) + 0.5 - 2) / 25


def test_a_series_without_holes_is_one_line():
    drawn = stretches(*series([0.5] * 300), NOW_S)

    assert len(drawn.lines) == 1
    assert drawn.ends_now
    assert drawn.lines[0][-1] == (0.0, 0.5)


@pytest.mark.parametrize(
    ("missing", "lines"),
    [
        pytest.param(1, 1, id="one late sample is no hole"),
        pytest.param(2, 2, id="two missing samples are"),
        pytest.param(12, 2, id="twelve are"),
    ],
)
def test_a_hole_is_more_than_two_and_a_half_intervals(missing, lines):
    values = [0.5] * 50 + [NAN] * missing + [0.5] * 50

    assert len(stretches(*series(values), NOW_S).lines) == lines


def test_a_hole_is_measured_in_intervals_of_the_series():
    values = [0.5] * 20 + [NAN] + [0.5] * 20

    assert len(stretches(*series(values, step_s=5.0), NOW_S).lines) == 1


def test_a_hole_in_time_counts_even_when_nobody_recorded_it():
    early, late = series([0.5] * 20, NOW_S - 100), series([0.5] * 20)

    drawn = stretches(early[0] + late[0], early[1] + late[1], NOW_S)

    assert len(drawn.lines) == 2


def test_a_source_that_went_silent_does_not_end_now():
    drawn = stretches(*series([0.5] * 50, NOW_S - 10), NOW_S)

    assert not drawn.ends_now
    assert drawn.lines[0][-1][0] == pytest.approx(10 / SPAN_S)


def test_what_is_older_than_five_minutes_is_left_out():
    drawn = stretches(*series([0.5] * 600), NOW_S)

    assert len(drawn.lines[0]) == 301


def test_no_sample_at_all_is_no_line():
    assert stretches([], [], NOW_S).lines == ()
    assert stretches(*series([NAN] * 10), NOW_S).lines == ()


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_the_scale_is_fixed_from_nothing_to_all(qtbot, share):
    made = spark(qtbot, *series([share] * 300))

    assert height_at(made, 70) == pytest.approx(share, abs=0.06)


def test_values_beyond_the_scale_stay_inside(qtbot):
    made = spark(qtbot, *series([1.8] * 300))

    assert height_at(made, 70) == pytest.approx(1.0, abs=0.06)


def test_short_data_fills_from_the_right_and_is_not_stretched(qtbot):
    made = spark(qtbot, *series([0.5] * 60))

    assert height_at(made, 100) is None
    assert height_at(made, 130) == pytest.approx(0.5, abs=0.06)


def test_the_line_stops_in_a_hole(qtbot):
    made = spark(qtbot, *series([0.5] * 100 + [NAN] * 100 + [0.5] * 100))

    assert height_at(made, 25) is not None
    assert height_at(made, 74) is None
    assert height_at(made, 120) is not None


def test_a_hole_is_hatched(qtbot):
    whole = spark(qtbot, *series([0.9] * 300))
    holed = spark(qtbot, *series([0.9] * 100 + [NAN] * 100 + [0.9] * 100))

    def shades(made):
        return {c.name() for x in range(60, 90) for c in colours(made, x)[8:24]}

    assert len(shades(whole)) == 1
    assert len(shades(holed)) > 4


def test_what_cannot_be_read_is_a_dotted_line(qtbot):
    made = spark(qtbot, [], [])
    made.show_nothing()

    middle = [colours(made, x)[14].lightness() for x in range(20, 50)]
    assert min(middle) < 200 < max(middle)
    assert made.accessibleName() == "CPU, last 5 minutes: no data"


def test_it_tells_now_lowest_and_highest(qtbot):
    made = spark(qtbot, *series([0.05, 0.99, 0.97]))

    assert made.accessibleName() == (
        "CPU, last 5 minutes: now 97%, lowest 5%, highest 99%"
    )


def test_a_lost_source_tells_its_last_value(qtbot):
    made = spark(qtbot, *series([0.94] * 20, NOW_S - 60))

    assert made.accessibleName() == "CPU, last 5 minutes: now no data, last 94%"


def test_screen_readers_hear_of_a_change_every_five_seconds(qtbot):
    made = spark(qtbot, *series([0.5] * 10))
    before = made.accessibleName()

    made.show_samples(*series([0.6] * 10, NOW_S + 4), NOW_S + 4)
    assert made.accessibleName() == before
    made.show_samples(*series([0.7] * 10, NOW_S + 5), NOW_S + 5)
    assert "now 70%" in made.accessibleName()


def test_a_source_that_is_lost_is_told_at_once(qtbot):
    made = spark(qtbot, *series([0.5] * 10))

    made.show_samples(*series([0.5] * 10), NOW_S + 4)

    assert "no data" in made.accessibleName()


def test_another_pace_of_sampling_is_no_hole():
    fast = [float(at) for at in range(60)]
    slow = [59.0 + 5.0 * step for step in range(1, 20)]
    times = [*fast, *slow]

    cut = stretches(times, [0.5] * len(times), now_s=times[-1])
    assert len(cut.lines) == 1
    assert cut.ends_now

    back = [*times, *(times[-1] + step for step in range(1, 30))]
    assert len(stretches(back, [0.5] * len(back), now_s=back[-1]).lines) == 1


def test_a_hole_in_a_slow_pace_is_a_hole():
    times = [0.0, 5.0, 10.0, 15.0, 45.0, 50.0, 55.0]

    cut = stretches(times, [0.5] * len(times), now_s=55.0)

    assert [len(line) for line in cut.lines] == [4, 3]
