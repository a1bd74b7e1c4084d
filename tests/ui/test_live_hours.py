"""The Live page on the ranges that the archive gives."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from traintray.core.archive.errors import ArchiveError
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.plots.hole_names import hole_names
from traintray.ui.plots.lane_names import runs_at
from traintray.ui.plots.overlay import value_box
from traintray.ui.plots.row import RowKind
from traintray.ui.style import blend
from traintray.ui.theme import LIGHT
from traintray.ui.window.pages.live import LivePage
from ui import frames, live_data, past_data
from ui.drawn_texts import drawn_texts
from ui.frames import WALL_S
from ui.past_data import at

DAY_S, HOUR_S = 86400.0, 3600.0


@pytest.fixture
def show(qtbot):
    """Return a function that shows the page on a range, once the archive answered."""

    def shown(span_s=DAY_S, archive=None, frame=None) -> LivePage:
        archive = archive or past_data.ten_days()
        page = LivePage(LIGHT, live_data.afternoon(), ArchiveDesk(lambda: archive))
        qtbot.addWidget(page)
        page.resize(932, 720)
        page.set_span(span_s)
        page.show()
        page.show_frame(frame or frames.attention_frame())
        qtbot.waitUntil(lambda: page.graphs.chart.picture is not None)
        return page

    return shown


def later(frame, seconds):
    return replace(frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds)


def cpu_area(page):
    chart = page.graphs.chart
    kinds = [shown.row.kind for shown in chart.picture.rows]
    return chart.places.area(chart.places.places[kinds.index(RowKind.CPU)])


def color_at(page, at_s, share) -> QColor:
    """The colour of the CPU graph at an instant, `share` of the scale from below."""
    chart = page.graphs.chart
    image: QImage = chart.grab().toImage()  # lays out what waits to be
    area = cpu_area(page)
    timeline = chart.places.timeline(chart.picture)
    ratio = image.devicePixelRatio()
    y = area.bottom() - share * area.height()
    return image.pixelColor(round(timeline.x(at_s) * ratio), round(y * ratio))


def test_the_keys_one_to_four_choose_the_range(show, qtbot):
    page = show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)

    for key, span_s in (("3", HOUR_S), ("4", DAY_S), ("1", 60.0), ("2", 300.0)):
        with qtbot.waitSignal(page.span_changed):
            qtbot.keyClick(page.graphs.chart, key)
        assert page.span_s == span_s


def test_a_band_of_a_quarter_of_the_hue_lies_behind_the_mean(show):
    page = show()

    band = blend(LIGHT.bg, LIGHT.cpu, 0.24)
    inside = color_at(page, at(0, "1:00"), 0.6)  # from 19 to 73 %, the mean is 46 %
    outside = color_at(page, at(0, "1:00"), 0.9)

    assert all(
        abs(one - other) <= 3
        for one, other in zip(
            (inside.red(), inside.green(), inside.blue()),
            (band.red(), band.green(), band.blue()),
            strict=True,
        )
    )
    assert outside.name() == LIGHT.bg.name()


def test_no_line_crosses_the_hours_in_which_the_computer_was_off(show):
    page = show()
    curve = page.graphs.chart.rows[0].lines["cpu.busy_fraction"]

    ages, values = curve.x, curve.y
    inside = (ages > at(0, "4:30") - WALL_S) & (ages < at(0, "8:20") - WALL_S)
    assert all(value != value for value in values[inside])


def test_the_crosshair_names_the_runs_that_were_on(show):
    page = show()
    chart = page.graphs.chart

    chart.put_crosshair(at(1, "17:00"))
    (found,) = runs_at(chart.picture, chart.crosshair_s)
    assert found[1].text == "unet_train.py"

    chart.put_crosshair(at(1, "19:00"))
    assert runs_at(chart.picture, chart.crosshair_s) == []


def test_the_crosshair_steps_by_columns(show, qtbot):
    page = show()
    chart = page.graphs.chart
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    newest = chart.crosshair_s

    qtbot.keyClick(chart, Qt.Key.Key_Left)
    qtbot.keyClick(chart, Qt.Key.Key_Left)

    assert newest - chart.crosshair_s == pytest.approx(2 * 180, abs=180)


def test_another_range_takes_the_crosshair_away(show):
    page = show()
    page.graphs.chart.put_crosshair(at(0, "1:00"))

    page.set_span(300.0)

    assert page.graphs.chart.crosshair_s is None


def test_the_archive_is_asked_once_a_minute_only(show, qtbot):
    archive = past_data.ten_days()
    page = show(archive=archive)
    frame = frames.attention_frame()
    asked = len(archive.asked)

    for second in range(1, 31):
        page.show_frame(later(frame, second))
    qtbot.wait(50)
    assert len(archive.asked) == asked

    page.show_frame(later(frame, 61))
    qtbot.waitUntil(lambda: len(archive.asked) == 2 * asked)


def test_minutes_do_not_ask_the_archive(show, qtbot):
    archive = past_data.ten_days()
    show(300.0, archive)

    qtbot.wait(50)
    assert archive.asked == []


def test_an_archive_that_cannot_be_read_leaves_what_is_in_memory(qtbot):
    def broken():
        raise ArchiveError("damaged")

    page = LivePage(LIGHT, live_data.afternoon(), ArchiveDesk(broken))
    qtbot.addWidget(page)
    page.set_span(HOUR_S)
    page.show()
    frame = frames.attention_frame()
    page.show_frame(frame)
    page.show_frame(later(frame, 1))

    picture = page.graphs.chart.picture
    assert picture is not None
    assert 0 < picture.now_s - picture.times.times[0] < 320


def test_a_screen_reader_hears_the_numbers_of_the_day(show):
    said = show().graphs.chart.accessibleDescription()

    assert "CPU: 97% mean 24\u00a0h" in said
    assert "Waiting for data" in said


class Painted:
    """What the chart paints itself; on the screen it is one pixmap."""

    def __init__(self, chart):
        self.chart, self.size, self.rect = chart, chart.size, chart.rect

    def render(self, device):
        painter = QPainter(device)
        whole = QRectF(self.rect())
        self.chart.drawBackground(painter, whole)
        self.chart.drawForeground(painter, whole)
        painter.end()


def test_an_open_episode_is_named_before_those_that_ended(show):
    page = show()

    texts = [text.text for text in drawn_texts(Painted(page.graphs.chart))]
    assert "Too many threads, 4\u00a0min\u00a08\u00a0s" in texts
    assert "GPU slowed by heat" in texts  # without its length: there is no room


def test_a_hole_is_named_between_the_marks_of_the_scale(show):
    page = show()
    area = cpu_area(page)
    (name,) = [
        text
        for text in drawn_texts(Painted(page.graphs.chart))
        if "computer off" in text.text
    ]

    for share in (0.0, 0.5, 1.0):
        y = area.bottom() - share * area.height()
        assert not name.box.top() < y < name.box.bottom(), share


def test_a_value_at_the_crosshair_is_not_written_over_the_name_of_a_hole(show):
    chart = show().graphs.chart
    image = chart.grab().toImage()  # lays out what waits to be
    painter = QPainter(image)
    canvas = chart._canvas(painter)
    named = [name for name in hole_names(canvas) if name.text.startswith("computer")]
    assert named, "the night, in which the computer was off"
    place = canvas.geometry.places[0]
    disc = QPointF(named[0].at.x(), place.top + 2)

    usual = value_box(canvas, place, (disc, "97%"), ([], []))
    moved = value_box(canvas, place, (disc, "97%"), ([], [usual]))
    beside_a_value = value_box(canvas, place, (disc, "97%"), ([usual], []))
    painter.end()

    assert not moved.intersects(usual)
    assert place.top < moved.top() < moved.bottom() < place.bottom
    assert beside_a_value is None, "far from its disc it would be read as another's"
