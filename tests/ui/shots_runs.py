"""Renders the Runs page: `python tests/ui/shots_runs.py DIR [zh_CN]`.

Writes PNGs at twice the size. For looking at, beside the picture of the design.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.main_window import MainWindow
from ui import frames, runs_data
from ui.shots_live import Shot, Studio


def choose(row: int, window: MainWindow) -> None:
    """Select a row of the table."""
    window.runs.list.selectRow(row)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder, "zh_CN" in sys.argv[2:])
    archive = runs_data.RunsArchive(*runs_data.six())
    live, leak = runs_data.live_frame(), runs_data.live_frame(growing=True)
    now = runs_data.live_store(live)
    leaking = runs_data.live_store(leak, growing=True, seconds=1200)
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        shot = Shot(f"runs-{name}", live, now, theme, page="runs", archive=archive)
        studio.shoot(shot)
        for row, what in ((3, "failed"), (5, "memory")):
            ended = Shot(
                f"runs-{what}-{name}", live, now, theme, page="runs", archive=archive
            )
            studio.shoot(ended, partial(choose, row))
        studio.shoot(
            Shot(
                f"runs-leak-{name}", leak, leaking, theme, page="runs", archive=archive
            )
        )
    small = Shot("runs-small", leak, leaking, page="runs", size=(880, 560))
    studio.shoot(small)
    idle = frames.idle_frame()
    studio.shoot(Shot("runs-none", idle, now, page="runs"))


if __name__ == "__main__":
    main()
