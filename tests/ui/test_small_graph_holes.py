"""Small graphs, of a run's roles and of before and after: a time without data is
hatched, and no line crosses it.
"""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from traintray.ui.plots import pens
from traintray.ui.theme import LIGHT
from traintray.ui.window.proof.pair_graph import Pair, PairGraph
from traintray.ui.window.runs import painting
from traintray.ui.window.runs.role_graphs import RoleGraphs
from traintray.ui.window.runs.role_past import FIGURES, RolePast, role_past
from traintray.ui.window.runs.role_shapes import holes

NAN = math.nan
GIB = 2.0**30
BOX = QRectF(0, 0, 100, 50)


def past(values: list[float], until_s: float | None = None) -> RolePast:
    """One sample a second; the memory of the main process as given, in GiB."""
    count = len(values)
    samples = {name: [1.0] * count for name in FIGURES}
    samples["main_memory_bytes"] = [value * GIB for value in values]
    samples["main_running_cores"] = [0.5 if v == v else NAN for v in values]
    times = [float(second) for second in range(count)]
    return role_past(times, samples, (0.0, count - 1.0 if until_s is None else until_s))


def shown(qtbot, graph, width: int, height: int) -> QImage:
    qtbot.addWidget(graph)
    graph.resize(width, height)
    return graph.grab().toImage()


def test_a_hole_reaches_from_the_last_sample_before_to_the_first_after():
    known = past([1.0] * 30 + [NAN] * 40 + [1.0] * 31)

    (hole,) = holes(known, BOX, known.main_bytes)

    assert hole.length_s == 41.0
    assert (hole.area.left(), hole.area.right()) == pytest.approx((29.0, 70.0))
    assert (hole.area.top(), hole.area.height()) == (0.0, 50.0)


def test_a_source_that_fell_silent_leaves_a_hole_up_to_the_end():
    known = past([1.0] * 61, until_s=100.0)

    (hole,) = holes(known, BOX, known.main_bytes)

    assert (hole.area.left(), hole.area.right()) == pytest.approx((60.0, 100.0))


def test_before_the_first_sample_and_without_holes_there_is_none():
    late = past([NAN] * 20 + [1.0] * 81)

    assert holes(late, BOX, late.main_bytes) == []
    assert holes(late, BOX, [NAN] * 101) == []


def test_a_hole_in_the_graphs_of_the_roles_is_hatched_and_named(qtbot, monkeypatch):
    written = []

    def note(painter, at, text, colors):
        written.append(text)
        pens.halo_text(painter, at, text, colors)

    monkeypatch.setattr(painting, "halo_text", note)
    graph = RoleGraphs(LIGHT)
    graph.show_past(past([1.0] * 30 + [NAN] * 140 + [1.0] * 31), "", True)

    picture = shown(qtbot, graph, 500, 262)

    assert written == ["no data 2\u00a0min\u00a021\u00a0s"] * 2  # of CPU and memory
    left, right = graph._right_px(), 36
    width = 500 - left - right
    x = round(right + width * 0.6)  # beside the name
    for top, bottom in ((30, 110), (160, 240)):
        column = {picture.pixelColor(x, y).name() for y in range(top, bottom)}
        assert len(column) > 2, (top, column)


def test_a_hole_that_is_too_narrow_for_its_name_is_hatched_only(qtbot, monkeypatch):
    written = []
    monkeypatch.setattr(painting, "halo_text", lambda *text: written.append(text))
    graph = RoleGraphs(LIGHT)
    graph.show_past(past([1.0] * 100 + [NAN] * 5 + [1.0] * 96), "", True)

    shown(qtbot, graph, 500, 262)

    assert written == []


def test_a_window_of_before_and_after_is_hatched_where_it_was_not_measured(qtbot):
    whole = [0.4] * 100
    holed = [0.8] * 30 + [NAN] * 40 + [0.8] * 30
    colours = []
    for after in (whole, holed):
        graph = PairGraph(LIGHT)
        graph.show_pair(Pair("GPU 0", True, whole, after))
        picture = shown(qtbot, graph, 360, 124)
        x = 36 + (360 - 36 - 54) // 2
        column = [picture.pixelColor(x, y).name() for y in range(28, 60)]
        colours.append(len(set(column)))

    assert colours[0] == 1  # paper between the marks of the scale
    assert colours[1] > 2
