"""Draws every screen with the sample data: `make screenshots` calls it.

    python tests/ui/shots.py FOLDER [--only TEXT] [--every]

Offscreen, so the pictures are the same wherever the fonts are. `--every` draws each
screen in both themes and languages and with large text, to be looked at; without it
those that `docs/screens` keeps.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
_SCREEN = {"name": "wide", "x": 0, "y": 0, "width": 4000, "height": 3000}
_SCREEN |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
"""The usual one of the offscreen platform has 800 pixels."""


def _on_a_wide_screen(folder: Path) -> None:
    """Must come before Qt is imported."""
    file = folder / "screen.json"
    file.write_text(json.dumps({"screens": [_SCREEN]}))
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={file}"
    os.environ.update(HOME=str(folder / "home"), TZ="UTC")
    time.tzset()


class Album:
    """Draws pictures into a folder."""

    def __init__(self, folder: Path, home: Path, only: str) -> None:
        from PySide6.QtCore import QObject

        from ui.studio import Studio

        self._folder, self._only = folder, only
        self._studio = Studio(home)
        self._chinese = QObject()
        folder.mkdir(parents=True, exist_ok=True)

    def draw(self, name: str, tone: str) -> None:
        """Draw one screen; `tone` is light, dark, zh_CN or a text size in %."""
        from ui import screens, small_png
        from ui.shot_looks import grabbed, look

        title = f"{name}-{tone}"
        if self._only not in title:
            return
        self._speak(tone == "zh_CN")
        self._studio.dress(look(tone))
        widget = screens.all_screens()[name](self._studio)
        if tone.isdecimal():
            widget.resize(widget.size().expandedTo(widget.minimumSizeHint()))
            self._studio.settle()
        small_png.save(grabbed(widget, look(tone).theme), self._folder / f"{title}.png")
        self._studio.put_away(widget)

    def draw_tray(self) -> None:
        """Draw the icon in all its states."""
        from ui import small_png
        from ui.shot_looks import tray_icons

        small_png.save(tray_icons(), self._folder / "tray.png")

    def _speak(self, wanted: bool) -> None:
        from PySide6.QtCore import QCoreApplication, QTranslator

        from ui import chinese

        spoken = self._chinese.findChildren(QTranslator)
        if wanted and not spoken:
            chinese.speak(self._chinese)
        for translator in spoken:
            if not wanted:
                QCoreApplication.removeTranslator(translator)
                translator.deleteLater()
                translator.setParent(None)


def kept() -> Iterator[tuple[str, str]]:
    """Yield the screens and looks that are kept in the repository."""
    from ui import screens

    for name in screens.all_screens().keys() - _LEFT_OUT:
        yield name, "light"
    for name in (*_MAIN, "popover-gpu-lost", "popover-paused", "live-no-gpu"):
        yield name, "dark"
    for name in (*_MAIN, "library-planner", "history-episode"):
        yield name, "zh_CN"
    for name in ("popover", "advice", "live"):
        yield name, "200"


_LEFT_OUT = {"parts", "history-30-days", "advice-ended", "advice-measuring"}
_LEFT_OUT |= {"knobs-every"}
"""All of them together stay below four megabytes."""
_MAIN = ("popover", "live", "live-24h", "runs", "advice", "library", "history")
_MAIN += ("preview", "knobs", "settings")


def every() -> Iterator[tuple[str, str]]:
    """Yield all there is."""
    from ui import screens

    for tone in ("light", "dark", "zh_CN", "125", "150", "200"):
        for name in screens.all_screens():
            yield name, tone


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="those whose name has this text")
    parser.add_argument("--every", action="store_true", help="in every look")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        _on_a_wide_screen(Path(home))
        album = Album(asked.folder, Path(home), asked.only)
        for name, tone in every() if asked.every else kept():
            album.draw(name, tone)
        album.draw_tray()


if __name__ == "__main__":
    main()
