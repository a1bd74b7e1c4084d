"""A user's folders and a terminal to type `traintray` into."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class Shell:
    """Runs commands of ours with all folders below one."""

    def __init__(self, folder: Path) -> None:
        self.env_file = folder / "config/traintray/train.env"
        self.state_dir = folder / "state/traintray"
        self.autostart = folder / "config/autostart"
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_DIRS": str(folder / "etc"),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "traintray", *words]

    def run(
        self, *words: str, more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            env={**self.environ, **(more or {})},
            capture_output=True,
            text=True,
            timeout=60,
        )
