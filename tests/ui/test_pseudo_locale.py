"""No screen cuts a text of a language that is 140 % as long, at text twice as large."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from traintray.ui.theme import LIGHT
from traintray.ui.widgets.label import Label
from ui import drawn_texts, pseudo, screens
from ui.studio import Look, Studio

WINDOWS = (
    *("live", "live-first-run", "runs", "runs-failed", "advice", "advice-none"),
    *("library", "library-planner", "history", "history-runs", "settings"),
    *("knobs", "first-page"),
)
OTHERS = ("popover", "popover-paused", "popover-first-run", "preview", "quit")
TALL = {1.0: (1120, 1600), 2.0: (1120, 2600)}
"""Nothing is scrolled away; 1120 pixels are 560 of the design at twice the text."""
MAY_BE_CUT = {
    "_Words": "the evidence below a headline must not make the graphs jump",
    "HistoryHeader": "a summary of what stands below it",
    "KnobRow": "its details say it in full",
    "StrategyRow": "its page says it in full",
    "PlannerChart": "a label beside the curve of the table above",
    "FactCards": "its tool tip has the rest",
    "_Count": "the rows below are what it counts",
    "TableHead": "the rows name what stands in their columns",
    "DiffBlock": "lines of a file",
    "CodeBlock": "lines to copy",
    "PathLine": "a path",
    "PathField": "a path",
}
"""Who, and why. Each has the whole text in a tool tip."""
OUTSIDE = re.compile(r"\.py|^python |~/|^/|PID|^Tensor|^PyT")
"""Names, commands and paths: they may be as long as they like."""


@pytest.fixture
def studio(qtbot, tmp_path):
    made = Studio(tmp_path)
    yield made
    made.dress(Look())


def owners(window: QWidget, drawn: drawn_texts.Drawn) -> list[str]:
    """Return the classes of what the text stands in, from the inside out."""
    found = []
    here = window.childAt(
        QPoint(round(drawn.box.left()) + 2, round(drawn.box.center().y()))
    )
    while here is not None:
        found.append(type(here).__name__)
        here = here.parentWidget()
    return found


def cut_texts(window: QWidget) -> list[str]:
    return [
        f"{' < '.join(owners(window, drawn)[:3])}: {drawn.text}"
        for drawn in drawn_texts.drawn_texts(window)
        if drawn.is_cut
        and not OUTSIDE.search(drawn.text)
        and owners(window, drawn)  # else it is scrolled out of sight
        and not MAY_BE_CUT.keys() & set(owners(window, drawn))
    ]


@pytest.mark.parametrize("scale", [1.0, 2.0], ids=["100 %", "200 %"])
@pytest.mark.parametrize("name", [*WINDOWS, *OTHERS])
def test_a_longer_language_is_shown_whole(studio, name, scale):
    studio.dress(Look(LIGHT, pseudo.told, scale))
    with pseudo.spoken():
        screen = screens.all_screens()[name](studio)
        if name in WINDOWS:
            screen.resize(*TALL[scale])
            studio.settle()

        assert any("[" in drawn.text for drawn in drawn_texts.drawn_texts(screen))
        found = cut_texts(screen), drawn_texts.too_large(screen)
        studio.put_away(screen)
    assert found == ([], [])


def test_the_language_is_40_percent_longer_and_keeps_what_must_not_change():
    for text in ("Show advice", "{count} of {total} logical CPUs are busy", "Settings"):
        said = pseudo.pseudo(text)
        assert 1.35 <= len(said) / len(text) <= 1.55
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", said))
    assert pseudo.pseudo("{number}\u00a0MiB/min").startswith("{number}\u00a0MiB/min")


def test_the_search_finds_a_cut_text_and_a_part_that_reaches_over_the_edge(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(120, 80)
    short = Label("body", LIGHT, parent=window)
    short.set_elided(True)
    short.setText("[Thís ís tóó lóñg fór sýxtý píxéls]")
    short.setGeometry(QRect(4, 4, 60, 20))
    wide = QWidget(window)
    wide.setGeometry(QRect(100, 40, 60, 20))
    low = Label("body", LIGHT, parent=window)
    low.setWordWrap(True)
    low.setText("[Thís ís tóó lóñg fór sýxtý píxéls]")
    low.setGeometry(QRect(0, 40, 60, 20))
    window.show()

    assert len(cut_texts(window)) == 1
    assert len(drawn_texts.too_large(window)) == 2
