"""The monitors that are compared, and how each is started at 1 Hz."""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

APP = "traintray"
STAND_IN = "sampler"
_APT = "apt-get install -y --no-install-recommends"
_SYSTEM_MONITOR_SETTINGS = """[org/gnome/gnome-system-monitor]
update-interval=1000
graph-update-interval=1000
current-tab='processes'
"""
_TERMINAL_SIZE = struct.pack("HHHH", 40, 120, 0, 0)


@dataclass(frozen=True)
class Kind:
    """One monitor: its command line, and what brings it."""

    command: tuple[str, ...]
    install: str = ""
    has_terminal: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    """Settings below its home folder."""
    environment: Mapping[str, str] = field(default_factory=dict)


def _glances() -> str:
    """The one from PyPI is what the goals speak of; Debian's is older and cheaper."""
    beside_us = Path(sys.executable).with_name("glances")
    chosen = os.environ.get("BENCH_GLANCES")
    return chosen or (str(beside_us) if beside_us.exists() else "glances")


def _python(*arguments: str) -> Kind:
    return Kind((sys.executable, "-m", *arguments))


KINDS: dict[str, Kind] = {
    APP: _python("traintray", "--background"),
    STAND_IN: _python("bench.loops", "sampler"),
    "sampler_full": _python("bench.loops", "sampler_full"),
    "psutil": _python("bench.loops", "psutil"),
    "top": Kind(("top", "-b", "-d", "1"), f"{_APT} procps"),
    "htop": Kind(("htop", "-d", "10"), f"{_APT} htop", has_terminal=True),
    "btop": Kind(
        ("btop", "--utf-force"),
        f"{_APT} btop",
        has_terminal=True,
        files={".config/btop/btop.conf": "update_ms = 1000\n"},
    ),
    "glances": Kind(
        (_glances(), "-t", "1", "--disable-check-update"),
        "pip install glances (or point BENCH_GLANCES at one)",
        has_terminal=True,
    ),
    "gnome-system-monitor": Kind(
        ("gnome-system-monitor",),
        f"{_APT} gnome-system-monitor",
        files={".config/glib-2.0/settings/keyfile": _SYSTEM_MONITOR_SETTINGS},
        environment={"GSETTINGS_BACKEND": "keyfile"},
    ),
}


def missing(name: str) -> str | None:
    """Return how to install a monitor that is not there, or None."""
    kind = KINDS[name]
    return None if shutil.which(kind.command[0]) else kind.install


class Peer:
    """A running monitor. A terminal of 120 x 40 is drained by `drain`."""

    def __init__(self, name: str, env: Mapping[str, str], folder: Path) -> None:
        kind = KINDS[name]
        self.name = name
        home = folder / name
        for file, content in kind.files.items():
            (home / file).parent.mkdir(parents=True, exist_ok=True)
            (home / file).write_text(content)
        home.mkdir(parents=True, exist_ok=True)
        own = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        self.terminal: int | None = None
        self.log = home / "log"
        if kind.has_terminal:
            self.terminal, output = pty.openpty()
            fcntl.ioctl(output, termios.TIOCSWINSZ, _TERMINAL_SIZE)
        else:
            output = os.open(self.log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        quiet = name == "top"
        self._process = subprocess.Popen(
            kind.command,
            env={**env, **own, **kind.environment},
            stdin=output if kind.has_terminal else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if quiet else output,
            stderr=output,
            start_new_session=True,
        )
        os.close(output)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def drain(self) -> None:
        """Take what it wrote to its terminal, so that it never has to wait."""
        if self.terminal is not None:
            try:
                os.read(self.terminal, 1 << 16)
            except OSError:
                self.close_terminal()

    def close_terminal(self) -> None:
        if self.terminal is not None:
            os.close(self.terminal)
            self.terminal = None

    def stop(self) -> None:
        """End it; by force after 3 s."""
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(3)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self.close_terminal()
