"""How the env file is named on screen, and the line that loads it."""

from __future__ import annotations

import re
from pathlib import Path

from traintray.core.knobs import loading

_PLAIN = re.compile(r"[A-Za-z0-9_./@%+=:,-]+")
"""What a shell takes as it stands."""


def shown_path(path: Path, home: Path | None = None) -> str:
    """Return the path with `~` for the home folder."""
    inside = _below_home(path, home)
    return str(path) if inside is None else f"~/{inside}"


def bash_line(path: Path, home: Path | None = None) -> str:
    """Return the line that loads the file in bash and zsh.

    With `~` where a shell reads it as the home folder: not inside quotes.
    """
    inside = _below_home(path, home)
    if inside is None or not _PLAIN.fullmatch(str(inside)):
        return loading.bash_line(path)
    return f"set -a; . ~/{inside}; set +a"


def _below_home(path: Path, home: Path | None) -> Path | None:
    try:
        return path.relative_to(home or Path.home())
    except (ValueError, RuntimeError):
        return None
