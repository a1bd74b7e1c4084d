"""The whole desktop: starts its parts in order and ends every one of them."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from types import TracebackType

from desktop.session import parts, settings_files
from desktop.session.bus import Bus
from desktop.session.notes import Notes
from desktop.session.pointer import Pointer, Window
from desktop.session.process import Process
from desktop.session.screen import Picture, read_xwd
from desktop.session.tray import Tray

_CLEARED = ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_QPA_PLATFORMTHEME")
_CLEARED += ("SESSION_MANAGER", "XAUTHORITY", "XDG_SESSION_ID", "XDG_ACTIVATION_TOKEN")
_CLEARED += ("LANGUAGE", "LC_ALL", "LC_MESSAGES")


class Desktop:
    """A session with a screen, a bus, a window manager, a panel and notifications.

    `without` names parts that are left out at first; `start` brings them in. No
    path of the user's is touched: HOME and the XDG folders lie in a folder of the
    desktop's own.
    """

    def __init__(
        self,
        notify: str = "xfce4-notifyd",
        without: Collection[str] = (),
        screen_size: str = "1280x800",
        just_logged_in: bool = False,
    ) -> None:
        self.notify = notify
        self.screen_size = screen_size
        self.folder = Path(tempfile.mkdtemp(prefix="desktop."))
        self._without = frozenset(without)
        self._just_logged_in = just_logged_in
        self._parts: dict[str, Process] = {}
        self._programs: list[Process] = []
        self.bus, self.pointer = Bus(self), Pointer(self)
        self.tray, self.notes = Tray(self), Notes(self)
        self.env = self._environment()

    def __enter__(self) -> Desktop:
        for name in ("log", "screen", "home/data", "home/cache", "home/state"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "run").mkdir(mode=0o700)
        if not self._just_logged_in:
            began = self.folder / "run/began"
            began.touch()
            os.utime(began, (1e9, 1e9))
        settings_files.write(self.folder)
        try:
            for part in parts.ORDER:
                if part not in self._without:
                    self.start(part)
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
        for program in reversed(self._programs):
            program.end()
        for part in reversed(parts.ORDER):
            self.stop(part)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, part: str) -> None:
        self._parts[part] = parts.start(self, part)

    def stop(self, part: str) -> None:
        if part in self._parts:
            self._parts.pop(part).end(signal.SIGTERM)

    def kill(self, part: str) -> None:
        if part in self._parts:
            self._parts.pop(part).end(signal.SIGKILL)

    def log(self, part: str) -> str:
        return (self.folder / "log" / part).read_text(errors="replace")

    def run(self, command: Sequence[str], name: str, **environment: str) -> Process:
        """Start a program on this desktop; it ends with it at the latest."""
        log = self.folder / "log" / name
        program = Process(command, {**self.env, **environment}, log)
        self._programs.append(program)
        return program

    def screen(self) -> Picture:
        return read_xwd(self.folder / "screen/Xvfb_screen0")

    def shot(self, path: Path) -> Path:
        """Save the whole screen as a PNG."""
        return self.screen().save(path)

    def proc(self, pid: int) -> Path:
        """Return what the kernel shows of a process."""
        return Path("/proc") / str(pid)

    def windows(self, window_class: str) -> list[Window]:
        return self.pointer.windows(window_class)

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
            XDG_CURRENT_DESKTOP="XFCE",
            XDG_SESSION_TYPE="x11",
            LANG="C.UTF-8",
            # A path rather than no variable: without one, libdbus would look for
            # a bus, or start one, on its own.
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.folder}/bus",
            NO_AT_BRIDGE="1",
            GSETTINGS_BACKEND="memory",
        )
        env.pop("DISPLAY", None)
        return env
