"""Renders the main window as the design shows it: `python tests/ui/shots_live.py DIR`.

Writes PNGs at twice the size, in Chinese with `zh_CN` after DIR. For looking at,
beside the pictures of the design.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtWidgets import QApplication

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import style
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from ui import chinese, frames, live_data, past_data, stores

Act = Callable[[MainWindow], None]


@dataclass(frozen=True)
class Shot:
    """One picture to take."""

    name: str
    frame: Frame
    store: Store
    theme: Theme = LIGHT
    crosshair_s: float | None = None
    size: tuple[int, int] = (1120, 720)
    span_s: float = 300.0
    page: str = "live"
    archive: past_data.FakeArchive | None = None
    crosshair_wall_s: float | None = None


class Studio:
    """Renders one window after the other."""

    def __init__(self, folder: Path, in_chinese: bool = False) -> None:
        self._folder = folder
        self._app = QApplication.instance() or QApplication([])
        self._in_chinese = in_chinese
        if in_chinese:
            chinese.speak(self._app)

    def shoot(self, shot: Shot, act: Act | None = None) -> None:
        style.apply(self._app, shot.theme)
        env_file = EnvFile(self._folder / "train.env", self._folder)
        advice = AdvicePage(shot.theme, env_file)
        desk = ArchiveDesk(lambda: shot.archive) if shot.archive else None
        window = MainWindow(
            shot.theme, shot.store, advice, self._folder / "window.json", desk
        )
        window.resize(*shot.size)
        window.live.set_span(shot.span_s)
        window.open_page(shot.page)
        window.show()
        window.show_frame(chinese.told(shot.frame) if self._in_chinese else shot.frame)
        self._settle()
        if act is not None:
            act(window)
            self._settle()
        if shot.crosshair_wall_s is not None:
            window.live.graphs.chart.put_crosshair(shot.crosshair_wall_s)
        if shot.crosshair_s is not None:
            window.live.graphs.chart.put_crosshair(shot.crosshair_s)
        self._app.processEvents()
        window.grab().save(str(self._folder / f"{shot.name}.png"))
        window.hide()
        window.deleteLater()
        self._app.processEvents()

    def _settle(self) -> None:
        """Let the archive answer."""
        for _ in range(20):
            self._app.processEvents()
            time.sleep(0.01)


def calm_without_gpu() -> Frame:
    """A run that is well on a machine whose card cannot be read."""
    blind, well = frames.gpu_unreadable_frame(), frames.ok_frame()
    run = replace(
        well.runs[0].run, name="fit_baseline.py", started_at_s=frames.RUN_STARTED_S
    )
    return replace(
        blind,
        state=well.state,
        runs=(replace(well.runs[0], run=run),),
        episodes=(),
    )


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder, "zh_CN" in sys.argv[2:])
    busy, idle = frames.attention_frame(), frames.idle_frame()
    past = live_data.afternoon()
    young = live_data.short_past(idle)
    alone = live_data.afternoon(with_gpu=False)
    at_s = frames.NOW_S - 67
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        studio.shoot(Shot(f"live-{name}", busy, past, theme, at_s))
        studio.shoot(Shot(f"live-first-run-{name}", idle, young, theme))
        studio.shoot(Shot(f"live-no-gpu-{name}", calm_without_gpu(), alone, theme))
        studio.shoot(Shot(f"advice-{name}", busy, past, theme, page="advice"))
    small = frames.small_attention_frame()
    studio.shoot(Shot("live-small-light", small, stores.store_for(small)))
    studio.shoot(Shot("live-narrow-light", busy, past, size=(880, 560)))
    studio.shoot(Shot("live-1min-dark", busy, past, DARK, span_s=60.0))
    shoot_hours(studio, busy, past)


def shoot_hours(studio: Studio, busy: Frame, past: Store) -> None:
    """The ranges that the archive gives."""
    days = past_data.ten_days()
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        day = Shot(f"live-24h-{name}", busy, past, theme, span_s=86400.0, archive=days)
        studio.shoot(day)
        at_s = past_data.at(1, "16:48")
        studio.shoot(replace(day, name=f"{day.name}-cross", crosshair_wall_s=at_s))
        studio.shoot(replace(day, name=f"live-1h-{name}", span_s=3600.0))
    young = past_data.first_day()
    idle, short = frames.idle_frame(), live_data.short_past(frames.idle_frame())
    studio.shoot(Shot("live-24h-young", idle, short, span_s=86400.0, archive=young))


if __name__ == "__main__":
    main()
