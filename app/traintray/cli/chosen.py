"""The user's settings as a command sees them."""

from __future__ import annotations

from pathlib import Path

from traintray.cli.streams import complain
from traintray.core.memory_units import tell_in
from traintray.settings import env_place, settings
from traintray.settings.folders import Folders, NoHomeError


def chosen_settings() -> settings.Settings:
    """Read the settings and print what is wrong with them, once; what cannot be used
    is the default. From now on memory is told in the units that were chosen.
    """
    try:
        path = Folders.find().settings_file
    except NoHomeError as error:
        complain(f"{error} The default settings are used.")
        return settings.Settings()
    found, problems = settings.load(path)
    for problem in problems:
        complain(problem)
    tell_in(found.memory_units)
    return found


def terminals() -> Path | None:
    """Return where `traintray run` leaves the progress that it sees."""
    try:
        return Folders.find().progress_dir
    except NoHomeError:
        return None


def env_file_path(folders: Folders) -> Path:
    """Return where the env file lies; what is wrong with the settings is told by
    `traintray settings` and `doctor`, and is no reason to interrupt here.
    """
    chosen, _ = settings.load(folders.settings_file)
    return env_place.env_file(chosen, folders)
