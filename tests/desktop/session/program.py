"""traintray on the test desktop: started, asked, and clicked with a real mouse."""

from __future__ import annotations

import json
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.session.failure import Failure, wait_for
from desktop.session.process import Process

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop

IDENTITY = "traintray"
"""Its name in the tray."""
WINDOW_CLASS = "traintray"

Place = dict[str, Any]


class Traintray:
    """One running application.

    It plays `scene`, or watches this machine where that is "machine"; either way it
    can be asked where its widgets are. With scene None it is the plain program, as
    users start it, which answers nothing. Unless it is the `first_time`, the user has
    seen its first page in an earlier life.
    """

    def __init__(
        self,
        desktop: Desktop,
        name: str = "traintray",
        background: bool = False,
        scene: str | None = "ok",
        *,
        first_time: bool = False,
        **environment: str,
    ) -> None:
        self._desktop = desktop
        if not first_time:
            self._remember_first_page()
        self._socket = desktop.folder / f"{name}.prompt"
        module = "traintray" if scene is None else "desktop.launcher"
        command = [sys.executable, "-m", module]
        tests = Path(__file__).resolve().parents[2]
        self.process: Process = desktop.run(
            command + ["--background"] * background,
            name,
            TRAINTRAY_TEST_SOCKET=str(self._socket),
            TRAINTRAY_TEST_SCENE=scene or "",
            PYTHONPATH=str(tests),
            **environment,
        )

    def _remember_first_page(self) -> None:
        env = self._desktop.env
        state = env.get("XDG_STATE_HOME") or f"{env['HOME']}/.local/state"
        path = Path(state) / "traintray/state.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('{"asked_about_autostart": true}')

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked: all of it has been made."""
        return self._socket.exists()

    def wait_ready(self, seconds: float = 20.0) -> None:
        def ready() -> bool:
            if not self.process.running:
                raise Failure(f"traintray ended:\n{self.process.log}")
            return self.is_ready

        wait_for(ready, seconds, "traintray to be ready")

    def play(self, scene: str) -> None:
        """Choose what the machine seems to do from now on."""
        self._ask("play", scene)

    def break_down(self) -> None:
        """Let the sampling thread run into a bug."""
        self._ask("break")

    def places(self, name: str) -> list[Place]:
        """Return where the visible widgets with that text or name are."""
        return list(self._ask("where", name))

    def windows(self, kind: str | None = None) -> list[Place]:
        """Return the visible windows, or those of one class."""
        found = list(self._ask("windows"))
        return [place for place in found if kind in (None, place["kind"])]

    def wait_window(self, kind: str, seconds: float = 15.0) -> Place:
        found = wait_for(lambda: self.windows(kind), seconds, f"the window {kind}")
        return found[0]

    def wait_no_window(self, kind: str, seconds: float = 5.0) -> None:
        wait_for(lambda: not self.windows(kind), seconds, f"{kind} to close")

    def wait_text(self, name: str, seconds: float = 10.0) -> Place:
        return wait_for(lambda: self.places(name), seconds, f"{name!r} on screen")[0]

    def texts(self) -> list[str]:
        """Return all that is written on visible widgets."""
        return list(self._ask("texts"))

    def click(self, name: str) -> None:
        """Click the middle of the widget with that text, with the mouse."""
        place = self.wait_text(name)
        if not place["enabled"]:
            raise Failure(f"{name!r} cannot be clicked")
        middle_x = place["x"] + place["width"] // 2
        self._desktop.pointer.click(middle_x, place["y"] + place["height"] // 2)

    def terminate(self, seconds: float = 5.0) -> int:
        """Send SIGTERM; return the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def log(self) -> str:
        """Return the application's own log."""
        path = self._desktop.folder / "home/state/traintray/traintray.log"
        return path.read_text() if path.exists() else ""

    def _ask(self, what: str, name: str = "") -> Any:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(10)
            client.connect(str(self._socket))
            client.sendall(json.dumps({"do": what, "name": name}).encode() + b"\n")
            return json.loads(client.makefile().readline())
