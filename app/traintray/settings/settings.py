"""What the user may choose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from traintray.settings import jsonfile
from traintray.settings.fields import option


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices. Label, unit and range: `fields.options(Settings)`."""

    language: str = option("system", "Language", choices=("system", "en", "zh_CN"))
    theme: str = option("system", "Theme", choices=("system", "light", "dark"))
    sampling_period_s: float = option(1.0, "Interval", "s", between=(1, 60))
    sustained_s: float = option(
        15.0, "Tell me when it holds for at least", "s", between=(5, 600)
    )
    notify: bool = option(True, "Show a tip when training needs attention")
    snooze_minutes: int = option(60, "Snooze a tip for", "min", between=(5, 1440))
    history_days: int = option(30, "Keep the history for", "days", between=(1, 365))
    history_megabytes: int = option(
        200, "Keep the history smaller than", "MB", between=(50, 10_000)
    )


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings; what cannot be used is the default and is reported.

    Never raises: each problem is a sentence that names the file and says what is
    used instead.
    """
    return jsonfile.load(Settings, path)


def save(path: Path, settings: Settings) -> str | None:
    """Write the settings in one step, keeping what this version does not know.

    Returns a sentence when a broken file had to be moved aside first. Raises
    OSError when the file cannot be written; the old one is then untouched.
    """
    return jsonfile.save(path, settings)
