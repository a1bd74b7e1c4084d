"""Renders the main window as the design shows it: `python tests/ui/shots_live.py DIR`.

Writes PNGs at twice the size. For looking at, beside the pictures of the design.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import style
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.window.main_window import MainWindow
from ui import frames, live_data, stores


class PlainPage(QWidget):
    """Stands for the Advice page."""

    def show_frame(self, frame: Frame) -> None: ...
    def show_run(self, run_key: str) -> None: ...
    def set_theme(self, theme: Theme) -> None: ...


class Studio:
    """Renders one window after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._app = QApplication.instance() or QApplication([])

    def shoot(
        self,
        name: str,
        frame: Frame,
        store: Store,
        theme: Theme = LIGHT,
        crosshair_s: float | None = None,
        size: tuple[int, int] = (1120, 720),
        seconds: float = 300.0,
    ) -> None:
        style.apply(self._app, theme)
        window = MainWindow(theme, store, PlainPage(), self._folder / "none.json")
        window.resize(*size)
        window.live.set_span(seconds)
        window.show()
        window.show_frame(frame)
        self._app.processEvents()
        chart = window.live.graphs.chart
        if crosshair_s is not None:
            timeline = chart.places.timeline(chart.picture)
            chart._crosshair.follow(timeline.x(crosshair_s), timeline)
            chart._update_crosshair()
        self._app.processEvents()
        window.grab().save(str(self._folder / f"{name}.png"))
        window.hide()
        window.deleteLater()
        self._app.processEvents()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder)
    busy = frames.attention_frame()
    past = live_data.afternoon()
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        studio.shoot(f"live-{name}", busy, past, theme, frames.NOW_S - 67)
        idle = frames.idle_frame()
        studio.shoot(f"live-first-run-{name}", idle, live_data.short_past(idle), theme)
        blind = frames.gpu_unreadable_frame()
        calm = replace(frames.unknown_frame(), machine=blind.machine, gpus=None)
        clear = replace(calm, runs=frames.ok_frame().runs[:1])
        run = replace(clear.runs[0].run, name="fit_baseline.py", started_at_s=frames.RUN_STARTED_S)
        clear = replace(clear, runs=(replace(clear.runs[0], run=run),))
        alone = live_data.afternoon(with_gpu=False)
        studio.shoot(f"live-no-gpu-{name}", clear, alone, theme)
    small = frames.small_attention_frame()
    studio.shoot("live-small-light", small, stores.store_for(small), LIGHT)
    studio.shoot("live-narrow-light", busy, past, LIGHT, size=(880, 560))
    studio.shoot("live-1min-dark", busy, past, DARK, seconds=60.0)


if __name__ == "__main__":
    main()
