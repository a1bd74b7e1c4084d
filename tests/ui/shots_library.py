"""Renders the Library page: `python tests/ui/shots_library.py DIR [zh_CN]`.

Writes PNGs at twice the size. For looking at, beside the pictures of the design.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.main_window import MainWindow
from ui import frames, runs_data
from ui.shots_live import Shot, Studio


def read(strategy: str, planner: bool, window: MainWindow) -> None:
    """Open a strategy."""
    window.library.open_strategy(strategy, planner)


def library_store(frame: Frame) -> Store:
    """The figures of the run of the design, at the time of the frame."""
    store = Store(100)
    key = frame.runs[0].run.key
    values = {
        "demand_threads": 41.0,
        "waiting_threads": 9.2,
        "switches_per_s": 148_000.0,
        "throttled_fraction": 0.0,
        "gpu_busy_fraction": 0.41,
        "worker_demand_threads": 7.9,
        "main_demand_threads": 32.0,
        "read_bytes_per_s": 3.1e8,
        "steps_per_s": 3.2,
        "rss_bytes": 2.3e10,
    }
    store.append(frame.at_s, {f"run.{key}.{n}": v for n, v in values.items()})
    return store


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder, "zh_CN" in sys.argv[2:])
    live = runs_data.live_frame()
    now = library_store(live)
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        for strategy, planner in (
            ("threads", False),
            ("distributed", True),
            ("preprocessing", False),
        ):
            what = "planner" if planner else strategy
            shot = Shot(f"library-{what}-{name}", live, now, theme, page="library")
            studio.shoot(shot, partial(read, strategy, planner))
    small = Shot("library-small", live, now, page="library", size=(880, 560))
    studio.shoot(small, partial(read, "distributed", True))
    idle = Shot("library-idle", frames.idle_frame(), now, page="library")
    studio.shoot(idle, partial(read, "memory", False))


if __name__ == "__main__":
    main()
