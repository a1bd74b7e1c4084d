"""Renders the Settings page: `python tests/ui/shots_settings.py DIR [zh_CN]`.

Writes PNGs at twice the size. For looking at, beside the picture of the design.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QObject

from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.settings import SettingsPage
from ui import chinese, frames, settings_world
from ui.studio import Look, Studio, View


def _made(root: Path, theme: Theme, **chosen: object) -> SettingsPage:
    page = settings_world.page(root, theme, **chosen)
    archive = settings_world.folders(root).archive_file
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(b"")
    os.truncate(archive, 41 * 2**20)
    page.sampling.look()
    return page


def shoot(studio: Studio, folder: Path, name: str, size=(1120, 720), below=0, **chosen):
    root = folder / f"home-{name}"
    view = View("live", frames.attention_frame(), size=size)

    def act(window: MainWindow) -> None:
        window.offer_settings(lambda theme: _made(root, theme, **chosen))
        window.open_page("settings")
        window._later.settings.made.foot.look()

    window = studio.window(view, act)
    page = window._later.settings.made
    page.sources.looking._thread.join()
    studio.settle()
    page._scroll.verticalScrollBar().setValue(below)
    studio.settle()
    window.grab().save(str(folder / f"{name}.png"))
    studio.put_away(window)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder)
    speaker = QObject()
    if "zh_CN" in sys.argv[2:]:
        chinese.speak(speaker)
    moved = {
        "ready_threads_per_cpu": 1.8,
        "quiet_hours": True,
        "muted_kinds": ("swapping",),
    }
    for tone, theme in (("light", LIGHT), ("dark", DARK)):
        studio.dress(Look(theme))
        shoot(studio, folder, f"settings-{tone}")
        shoot(studio, folder, f"settings-below-{tone}", below=9999, **moved)
    studio.dress(Look(LIGHT))
    shoot(studio, folder, "settings-tall-light", (1120, 1250), **moved)
    shoot(studio, folder, "settings-narrow-light", (880, 560))


if __name__ == "__main__":
    main()
