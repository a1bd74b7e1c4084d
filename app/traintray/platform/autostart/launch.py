"""The command that starts this very installation."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path


def launch_command(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return an absolute command line without arguments of ours.

    In this order: the AppImage, the frozen executable, the console script beside
    this interpreter, one on the PATH, the interpreter with the module.
    """
    if environ.get("APPIMAGE"):
        return (environ["APPIMAGE"],)
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    script = Path(sysconfig.get_path("scripts")) / "traintray"
    if os.access(script, os.X_OK):
        return (str(script),)
    on_path = shutil.which("traintray", path=environ.get("PATH"))
    if on_path:
        return (str(Path(on_path).absolute()),)
    return (sys.executable, "-m", "traintray")
