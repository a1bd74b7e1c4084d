"""Renders the History page: `python tests/ui/shots_history.py DIR [zh_CN]`.

Writes PNGs at twice the size. For looking at, beside the picture of the design.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.main_window import MainWindow
from ui import frames, live_data, past_data
from ui.shots_live import Shot, Studio

Act = Callable[[MainWindow], None]


def _nothing(window: MainWindow) -> None:
    """Leave the page as it opens."""


def _episode(number: int, window: MainWindow) -> None:
    page = window.history
    page.open_episode(page.overview.episodes.rows.records[number])


def _runs(window: MainWindow) -> None:
    page = window.history
    page.overview.filter.table.choose(1)
    page.overview.filter.changed.emit()
    table = page.overview.runs
    table.selectRow(2)
    selection = table.selectionModel()
    flag = selection.SelectionFlag
    selection.select(table.rows.index(5, 0), flag.Select | flag.Rows)


def _compare(window: MainWindow) -> None:
    _runs(window)
    window.history.overview.filter.compare.click()


def _days(count: int, window: MainWindow) -> None:
    window.history.show_range(count)


def _exporting(window: MainWindow) -> None:
    window.history.export_bar.show_progress(0.43)


ACTS: dict[str, Act] = {
    "history": _nothing,
    "history-30": partial(_days, 30),
    "history-90": partial(_days, 90),
    "history-episode": partial(_episode, 0),
    "history-episode-lost": partial(_episode, 3),
    "history-runs": _runs,
    "history-compare": _compare,
    "history-export": _exporting,
}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder, "zh_CN" in sys.argv[2:])
    busy, past = frames.attention_frame(), live_data.afternoon()
    days, young = past_data.ten_days(), past_data.first_day()
    for tone, theme in (("light", LIGHT), ("dark", DARK)):
        for name, act in ACTS.items():
            shot = Shot(
                f"{name}-{tone}", busy, past, theme, page="history", archive=days
            )
            studio.shoot(shot, act)
    idle = frames.idle_frame()
    studio.shoot(
        Shot("history-first-day-light", idle, past, page="history", archive=young)
    )
    small = (880, 560)
    studio.shoot(
        Shot(
            "history-narrow-light", busy, past, size=small, page="history", archive=days
        )
    )


if __name__ == "__main__":
    main()
