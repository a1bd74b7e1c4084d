"""How long ago the user logged in, as far as can be told without asking anybody."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

RECENT_S = 120.0
"""For so long after a login the desktop is busy with itself."""


def is_recent(
    environ: Mapping[str, str] = os.environ, now_s: float | None = None
) -> bool:
    """Whether this session began less than RECENT_S ago.

    The system makes the session's runtime folder at login and takes it away at logout;
    the oldest thing in it, such as the socket of the bus, is as old as the session.
    False where there is no such folder: then nobody has logged in to a desktop.
    """
    folder = environ.get("XDG_RUNTIME_DIR", "")
    try:
        times = [entry.lstat().st_mtime for entry in Path(folder).iterdir()]
    except OSError:
        return False
    if not folder or not times:
        return bool(folder)
    return (time.time() if now_s is None else now_s) - min(times) < RECENT_S
