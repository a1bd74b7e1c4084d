"""What the program remembers by itself, apart from what the user chose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from traintray.settings import jsonfile
from traintray.settings.fields import option


@dataclass(frozen=True, slots=True)
class AppState:
    """Things that are told or asked once in the life of an installation."""

    told_about_no_tray: bool = option(False, "Said that this desktop has no tray")
    told_about_close: bool = option(False, "Said that closing hides to the tray")
    asked_about_autostart: bool = option(False, "Asked whether to start at login")


def load(path: Path) -> tuple[AppState, tuple[str, ...]]:
    """Read the state; what cannot be used is the default and is reported."""
    return jsonfile.load(AppState, path)


def save(path: Path, state: AppState) -> str | None:
    """Write the state in one step, keeping what this version does not know.

    Returns a sentence when a broken file had to be moved aside first. Raises OSError
    when it cannot be written; the old one is then untouched.
    """
    return jsonfile.save(path, state)
