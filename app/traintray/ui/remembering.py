"""What remembers for the app, as the user wants it and Python can do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from traintray.core.archive.limits import Limits
from traintray.core.forgetting import Forgetting
from traintray.core.knobs.envfile import EnvFile
from traintray.settings import env_place
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings

if TYPE_CHECKING:
    from traintray.core.memory import Memory

    Remembers = Memory | Forgetting
    """What the app remembers by."""


def remembering(settings: Settings, folders: Folders) -> Memory | Forgetting:
    """Return the memory; one that forgets where Python was built without SQLite."""
    try:
        from traintray.core.memory import Memory
    except ImportError:
        return Forgetting()
    limits = Limits.of(settings.history_days, settings.history_megabytes)
    journal = EnvFile(env_place.env_file(settings, folders), folders.state_dir)
    return Memory(folders.archive_file, limits, folders.progress_dir, journal)
