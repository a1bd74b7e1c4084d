"""What the program remembers of notifications, in a file of its own.

It is written whenever something was told or snoozed, and never edited by a person: what
is broken is left out and written over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from traintray.core import atomic


def load(path: Path) -> dict[str, object]:
    """Read what is remembered; empty where there is none or it cannot be read."""
    try:
        found = json.loads(atomic.read(path) or b"{}")
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def save(path: Path, remembered: Mapping[str, object]) -> None:
    """Write it in one step. OSError when that cannot be done."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic.write(path, json.dumps(remembered).encode())
