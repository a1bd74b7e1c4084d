"""The real application with a scripted machine, for tests that cannot wait.

    python -m desktop.launcher [--background]

Frames come from tests/ui/frames.py, brought to the present; the scene `machine` is
this machine itself, with all that is real about it. A test speaks to it over
the Unix socket in $TRAINTRAY_TEST_SOCKET, one JSON object a line: it chooses what is
played, and asks where a widget is on the screen, so that it can be clicked with a
real mouse. Nothing here clicks or opens anything by itself.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint, QSocketNotifier, Slot
from PySide6.QtWidgets import QApplication, QWidget

from traintray.core.frame import Episode, Frame
from traintray.core.history.store import Store
from traintray.core.parts import Note
from traintray.settings.settings import Settings
from traintray.ui import app
from traintray.ui.feed import Source
from ui import frames
from ui.stores import store_for

SCENES: dict[str, Callable[[], Frame]] = {
    "idle": frames.idle_frame,
    "ok": frames.ok_frame,
    "attention": frames.attention_frame,
    "small_attention": frames.small_attention_frame,
    "critical": frames.critical_frame,
}


MACHINE = "machine"


class Stage:
    """Plays one scene after the other, as if the machine were in that state."""

    def __init__(self, scene: str) -> None:
        self._played = SCENES[scene]()
        self._number = 1
        self._since_s = time.monotonic()
        self._paused = False
        self._broken = False
        self.store = _past(self._played)

    def play(self, scene: str) -> None:
        """Change what is seen from the next tick on. A finding is a new episode."""
        self._played = SCENES[scene]()
        self._number += 1
        self._since_s = time.monotonic()

    def break_down(self) -> None:
        """Raise in the next tick, as a bug would."""
        self._broken = True

    def pause(self, paused: bool) -> None:
        self._paused = paused

    def watch(self, watched: bool) -> None:
        """A script shows the same to everybody."""

    def tick(self, at_s: float, wall_s: float, missed_ticks: int = 0) -> Frame:
        if self._broken:
            raise ZeroDivisionError("asked for by the test")
        played = frames.paused_frame() if self._paused else self._played
        busy = played.cpu.total.busy if played.cpu and played.cpu.total else None
        self.store.append(at_s, {"cpu.busy_fraction": busy})
        return self._present(played, at_s, wall_s)

    def _present(self, played: Frame, at_s: float, wall_s: float) -> Frame:
        shift_s = at_s - played.at_s
        runs = tuple(
            replace(
                view,
                run=replace(view.run, started_at_s=view.run.started_at_s + shift_s),
                episode=view.episode and self._episode(view.episode),
            )
            for view in played.runs
        )
        episodes = tuple(view.episode for view in runs if view.episode is not None)
        return replace(played, at_s=at_s, wall_s=wall_s, runs=runs, episodes=episodes)

    def _episode(self, episode: Episode) -> Episode:
        onset_s = self._since_s - 60
        return replace(
            episode,
            number=self._number,
            onset_at_s=onset_s,
            noticed_at_s=self._since_s,
        )


def _past(played: Frame) -> Store:
    return store_for(replace(played, at_s=time.monotonic()))


class Prompter(QObject):
    """Answers the test. Lives in the GUI thread."""

    def __init__(self, path: str, stage: Stage | None) -> None:
        super().__init__()
        self._stage = stage
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(path)
        self._server.listen(1)
        descriptor = self._server.fileno()
        self._ready = QSocketNotifier(descriptor, QSocketNotifier.Type.Read, self)
        self._ready.activated.connect(self._answer)

    @Slot()
    def _answer(self) -> None:
        client, _ = self._server.accept()
        with client:
            asked = json.loads(client.makefile().readline())
            answer = self._act(asked["do"], asked.get("name", ""))
            client.sendall(json.dumps(answer).encode() + b"\n")

    def _act(self, what: str, name: str) -> Any:
        if what == "play" and self._stage is not None:
            self._stage.play(name)
        elif what == "break" and self._stage is not None:
            self._stage.break_down()
        elif what == "where":
            return [_place(widget) for widget in _named(name)]
        elif what == "texts":
            shown = [w for w in QApplication.allWidgets() if w.isVisible()]
            texts = [widget.property("text") for widget in shown]
            return [text for text in texts if isinstance(text, str) and text]
        elif what == "windows":
            return [_place(w) for w in QApplication.topLevelWidgets() if w.isVisible()]
        return None


def _named(name: str) -> list[QWidget]:
    """Return the visible widgets that say `name`, to the eye or to a screen reader."""
    found = []
    for widget in QApplication.allWidgets():
        if not widget.isVisible() or not widget.visibleRegion().boundingRect():
            continue
        text = widget.property("text")
        shown = text.replace("&", "") if isinstance(text, str) else ""
        if name in (shown, widget.accessibleName(), widget.objectName()):
            found.append(widget)
    return found


def _place(widget: QWidget) -> dict[str, Any]:
    seen = widget.visibleRegion().boundingRect()
    corner = widget.mapToGlobal(QPoint(seen.x(), seen.y()))
    return {
        "kind": type(widget).__name__,
        "title": widget.windowTitle(),
        "x": corner.x(),
        "y": corner.y(),
        "width": seen.width(),
        "height": seen.height(),
        "enabled": widget.isEnabled(),
        "active": widget.isActiveWindow(),
    }


def main() -> int:
    scene = os.environ["TRAINTRAY_TEST_SCENE"]
    stage = Stage(scene) if scene != MACHINE else None
    kept: list[QObject] = []

    def make_source(settings: Settings, language: str, note: Note) -> Source:
        kept.append(Prompter(os.environ["TRAINTRAY_TEST_SOCKET"], stage))
        return app.this_machine(settings, language, note) if stage is None else stage

    return app.run("--background" in sys.argv, make_source)


if __name__ == "__main__":
    raise SystemExit(main())
