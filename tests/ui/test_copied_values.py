"""Each graph offers its numbers, to the mouse and to the keyboard."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from traintray.ui.plots.copied_values import Values, as_csv
from traintray.ui.plots.live_chart import LiveChart
from traintray.ui.theme import LIGHT
from traintray.ui.widgets.cpu_strip import CpuStrip
from traintray.ui.widgets.sparkline import Sparkline
from traintray.ui.window.history.day_strips import DayStrips
from traintray.ui.window.library.planner_chart import PlannerChart
from traintray.ui.window.proof.pair_graph import Pair, PairGraph
from traintray.ui.window.runs.role_graphs import RoleGraphs
from ui import screens
from ui.studio import Look, Studio

Reason = QContextMenuEvent.Reason


@pytest.fixture
def shown(qtbot, tmp_path):
    """Return a function that opens a screen."""
    studio = Studio(tmp_path)
    studio.dress(Look())
    made = []

    def show(name: str) -> QWidget:
        made.append(screens.all_screens()[name](studio))
        return made[-1]

    yield show
    for widget in made:
        studio.put_away(widget)


def menu_texts() -> list[str]:
    """What the open menu offers; it is closed."""
    menu = QApplication.activePopupWidget()
    if not isinstance(menu, QMenu):
        return []
    texts = [action.text() for action in menu.actions()]
    menu.close()
    return texts


def ask(graph: QWidget, reason: Reason = Reason.Mouse) -> None:
    """Send what the desktop sends to the widget that is asked."""
    at = graph.rect().center()
    where = graph.viewport() if isinstance(graph, LiveChart) else graph
    QApplication.sendEvent(where, QContextMenuEvent(reason, at, graph.mapToGlobal(at)))


@pytest.mark.parametrize(
    ("screen", "kind"),
    [
        ("live", LiveChart),
        ("popover", Sparkline),
        ("popover", CpuStrip),
        ("runs", RoleGraphs),
        ("runs-leak", RoleGraphs),
        ("history", DayStrips),
        ("advice-helped", PairGraph),
        ("library-planner", PlannerChart),
    ],
)
def test_every_graph_offers_its_values_to_mouse_and_keyboard(shown, screen, kind):
    widget = shown(screen)
    graph = next(each for each in widget.findChildren(kind) if each.isVisible())

    ask(graph)
    (offered,) = menu_texts()
    assert offered.startswith("Copy values of ")

    ask(graph, Reason.Keyboard)
    assert offered in menu_texts()
    target = graph if graph.focusPolicy() else graph.parentWidget()
    QTest.keyClick(target, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert offered in menu_texts()

    for values in graph.copied_values():
        assert len(values.rows) > 1
        assert {len(row) for row in values.rows} == {len(values.head)}


def test_the_keyboard_is_offered_each_graph_of_the_popover_once(shown):
    popover = shown("popover")

    ask(popover, Reason.Keyboard)

    assert menu_texts() == [
        "Copy values of CPU",
        "Copy values of GPU 0",
        "Copy values of GPU memory",
        "Copy values of Memory",
        "Copy values of Swap",
        "Copy values of Logical CPUs",
    ]


def test_where_there_is_no_graph_there_is_no_menu(shown):
    popover = shown("popover")

    at = QPoint(4, 4)
    event = QContextMenuEvent(Reason.Mouse, at, popover.mapToGlobal(at))
    QApplication.sendEvent(popover, event)

    assert menu_texts() == []
    assert not event.isAccepted()


def test_choosing_puts_the_numbers_on_the_clipboard(qtbot, shown):
    graph = PairGraph(LIGHT)
    qtbot.addWidget(graph)
    graph.show_pair(Pair("GPU 0", True, (0.41, math.nan), (0.78, 0.8)))
    (values,) = graph.copied_values()

    strip = next(iter(shown("popover").findChildren(CpuStrip)))
    ask(strip)
    QApplication.activePopupWidget().actions()[0].trigger()
    assert menu_texts() == ["Copy values of Logical CPUs"]

    assert as_csv(values) == "sample,before,after\n0,0.41,0.78\n1,,0.8\n"
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "logical_cpu,busy_fraction"
    assert len(lines) == 33


def test_large_numbers_keep_their_digits_and_names_their_commas():
    values = Values("x", ("bytes", "name"), [(41020276736.0, "a, b"), (None, "")])

    assert as_csv(values) == 'bytes,name\n41020276736,"a, b"\n,\n'
