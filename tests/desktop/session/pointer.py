"""Windows on the screen, and a mouse and a keyboard that are not simulated in Qt."""

from __future__ import annotations

import re
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop.session.failure import Failure

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop

_BUTTONS = {"left": 1, "middle": 2, "right": 3, "up": 4, "down": 5}
_SETTLE_S = 0.15


@dataclass(frozen=True)
class Window:
    """A window's place on the screen, in pixels."""

    id: int
    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


class Pointer:
    """The mouse, the keyboard and what is under them."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def windows(self, window_class: str) -> list[Window]:
        """Return the visible windows of that class, oldest first."""
        pattern = f"^{window_class}$"
        found = self._output("xdotool", "search", "--onlyvisible", "--class", pattern)
        windows = []
        for number in map(int, found.split()):
            text = self._output("xwininfo", "-id", str(number))
            names = (
                "Absolute upper-left X",
                "Absolute upper-left Y",
                "Width",
                "Height",
            )
            values = [re.search(rf"{name}: +(-?\d+)", text) for name in names]
            if all(values):  # else it has gone since
                window = Window(number, *(int(value[1]) for value in values if value))
                if window.width > 10 and window.height > 10:
                    windows.append(window)
        return sorted(windows, key=lambda window: window.id)

    def active_window(self) -> int:
        """Return the id of the window that has the focus; 0 without one."""
        text = self._output("xprop", "-root", "_NET_ACTIVE_WINDOW")
        found = re.search(r"0x[0-9a-f]+", text)
        return int(found[0], 16) if found else 0

    def root_property(self, name: str) -> str:
        return self._output("xprop", "-root", name)

    def click(self, x: int, y: int, button: str = "left", times: int = 1) -> None:
        """Move there, let the program notice, and click."""
        self._run("xdotool", "mousemove", str(x), str(y))
        time.sleep(_SETTLE_S)
        count, number = str(times), str(_BUTTONS[button])
        self._run("xdotool", "click", "--repeat", count, "--delay", "90", number)

    def park(self) -> None:
        """Move the pointer off everything, so that no tooltip covers anything."""
        self._run("xdotool", "mousemove", "4", "400")

    def key(self, *keys: str) -> None:
        self._run("xdotool", "key", "--delay", "40", *keys)

    def close_window(self, window: Window) -> None:
        """Click the button at the right end of its title bar, as xfwm4 draws it."""
        self.click(window.x + window.width - 11, window.y - 14)

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command, env=self._desktop.env, capture_output=True, text=True
        )
        if done.returncode:
            raise Failure(f"{command[0]} {command[1]}: {done.stderr.strip()}")

    def _output(self, *command: str) -> str:
        return subprocess.run(
            command, env=self._desktop.env, capture_output=True, text=True
        ).stdout
