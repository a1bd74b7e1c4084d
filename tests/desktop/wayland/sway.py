"""Starts sway without a screen, and sees what it shows."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from desktop.session.bus import Bus
from desktop.session.failure import Failure, wait_for
from desktop.session.process import Process
from desktop.session.screen import Picture
from desktop.wayland.wire import Wire

PACKAGES = {"sway": "sway", "swaymsg": "sway", "grim": "grim", "dbus-daemon": "dbus"}
WIDTH, HEIGHT = 1280, 800

_CLEARED = ("DISPLAY", "QT_QPA_PLATFORM", "QT_QPA_PLATFORMTHEME", "SWAYSOCK")
_CLEARED += ("SESSION_MANAGER", "XDG_SESSION_ID", "XDG_ACTIVATION_TOKEN")
_CLEARED += ("LANGUAGE", "LC_ALL", "LC_MESSAGES")

_BUS = """<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
# The bar's icons stand at its right end. Who asks for activation with a good token
# gets the focus; who has none is only marked as urgent.
_CONFIG = """
output HEADLESS-1 resolution {width}x{height}
output HEADLESS-1 background #405060 solid_color
focus_on_window_activation focus
default_border none
{bar}
exec touch {folder}/sway/up
"""
_BAR = """
bar {
  position top
  height 24
  tray_output *
  workspace_buttons no
}
"""


def apt_line() -> str | None:
    """Return the command that installs what is missing, or None if nothing is."""
    missing = {package for tool, package in PACKAGES.items() if not shutil.which(tool)}
    if not missing:
        return None
    return f"apt-get install -y --no-install-recommends {' '.join(sorted(missing))}"


class Sway:
    """A session of its own; no path of the user's is touched."""

    def __init__(self, tray: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wayland."))
        self._tray = tray
        self._programs: list[Process] = []
        self.bus = Bus(self)  # type: ignore[arg-type]
        self._ended = contextlib.ExitStack()
        self.env = self._environment()

    def __enter__(self) -> Sway:
        for name in ("log", "run", "sway", "home"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "bus.conf").write_text(_BUS.format(folder=self.folder))
        bar = _BAR if self._tray else ""
        size = {"width": WIDTH, "height": HEIGHT}
        config = _CONFIG.format(folder=self.folder, bar=bar, **size)
        (self.folder / "sway.conf").write_text(config)
        try:
            self._start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.close()
        for program in reversed(self._programs):
            program.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, command: Sequence[str], name: str, **environment: str) -> Process:
        log = self.folder / "log" / name
        program = Process(command, {**self.env, **environment}, log)
        self._programs.append(program)
        return program

    def windows(self) -> list[dict[str, Any]]:
        """Return the windows as the compositor knows them."""
        found: list[dict[str, Any]] = []
        waiting = [self._ask("get_tree")]
        while waiting:
            node = waiting.pop()
            waiting += node.get("nodes", []) + node.get("floating_nodes", [])
            if node.get("pid"):
                found.append(node)
        return found

    def wait_window(self, title: str, seconds: float = 10.0) -> dict[str, Any]:
        def titled() -> list[dict[str, Any]]:
            return [w for w in self.windows() if title in (w["name"] or "")]

        return wait_for(titled, seconds, f"the window {title!r}")[0]

    def focused(self) -> str:
        """Return the title of the window that has the focus."""
        found = [w["name"] for w in self.windows() if w["focused"]]
        return str(found[0]) if found else ""

    def command(self, text: str) -> None:
        self._swaymsg(text)

    def click(self, x: int, y: int) -> None:
        self.wire.move(x, y, WIDTH, HEIGHT)
        time.sleep(0.1)  # the program hears that the pointer has come
        self.wire.press()

    def token(self) -> str:
        """Return an activation token that the compositor has given out."""
        return self.wire.token()

    def screen(self) -> Picture:
        command = ["grim", "-t", "ppm", "-"]
        done = subprocess.run(command, env=self.env, check=True, capture_output=True)
        kind, size, _depth, pixels = done.stdout.split(b"\n", 3)
        if kind != b"P6":
            raise Failure(f"grim wrote {kind!r}")
        width = int(size.split()[0]) * 3
        return Picture([pixels[at : at + width] for at in range(0, len(pixels), width)])

    def shot(self, path: Path) -> Path:
        """Save the whole screen as a PNG."""
        return self.screen().save(path)

    def end_session(self) -> None:
        """End the compositor, as a logout does."""
        self._compositor.end()

    def _start(self) -> None:
        config = f"--config-file={self.folder}/bus.conf"
        self.run(["dbus-daemon", "--nofork", "--nopidfile", config], "bus")
        wait_for(lambda: self.bus.has_owner("org.freedesktop.DBus"), 10, "the bus")
        command = ["sway", "-c", str(self.folder / "sway.conf")]
        if os.geteuid() == 0:  # which sway refuses to run as
            self.folder.chmod(0o755)
            os.chown(self.folder / "sway", 65534, 65534)
            ids = ["--reuid=65534", "--regid=65534", "--clear-groups"]
            command = ["setpriv", *ids, *command]
        runtime = str(self.folder / "sway")
        self._compositor = self.run(command, "sway", XDG_RUNTIME_DIR=runtime)

        def is_up() -> bool:
            if not self._compositor.running:
                raise Failure(f"sway ended and wrote:\n{self._compositor.log}")
            return (self.folder / "sway/up").exists()

        wait_for(is_up, 15, "sway")
        (found,) = (self.folder / "sway").glob("wayland-?")
        self.env["WAYLAND_DISPLAY"] = str(found)
        self.wire = Wire(str(found))
        self._ended.callback(self.wire.close)
        self.wire.plug_pointer_in()

    def _ask(self, what: str) -> Any:
        return json.loads(self._swaymsg("-t", what))

    def _swaymsg(self, *arguments: str) -> str:
        done = subprocess.run(
            ["swaymsg", "-r", *arguments], env=self.env, capture_output=True, text=True
        )
        if done.returncode:
            raise Failure(f"swaymsg {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def _environment(self) -> dict[str, str]:
        home = self.folder / "home"
        env = {k: v for k, v in os.environ.items() if k not in _CLEARED}
        env.update(
            HOME=str(home),
            XDG_RUNTIME_DIR=str(self.folder / "run"),
            XDG_CONFIG_HOME=str(home / "config"),
            XDG_DATA_HOME=str(home / "data"),
            XDG_CACHE_HOME=str(home / "cache"),
            XDG_STATE_HOME=str(home / "state"),
            XDG_CURRENT_DESKTOP="sway",
            XDG_SESSION_TYPE="wayland",
            LANG="C.UTF-8",
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.folder}/bus",
            GSETTINGS_BACKEND="memory",
            SWAYSOCK=str(self.folder / "sway/sway.sock"),
            WLR_BACKENDS="headless",
            WLR_LIBINPUT_NO_DEVICES="1",
            WLR_RENDERER="pixman",
        )
        return env
