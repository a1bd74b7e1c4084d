"""Where the program keeps its files: one place that knows every path."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

APP_ID = "io.github.traintray.Traintray"
"""Reverse-DNS identity: desktop file, icon, autostart entry, D-Bus names."""

_NAME = "traintray"


class NoHomeError(Exception):
    """The user has no home folder, so that nobody can say where files would lie."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one user. None of them needs to exist."""

    config_dir: Path
    """What the user may edit, back up and share between machines."""
    state_dir: Path
    """Undo copies, locks, what the program remembers."""
    runtime_dir: Path
    """Sockets. Only this user may enter; on most systems emptied at logout."""
    autostart_dir: Path
    """Where the desktop session looks for programs to start."""

    @property
    def env_file(self) -> Path:
        """The file with the variables of the next run."""
        return self.config_dir / "train.env"

    @property
    def settings_file(self) -> Path:
        """The user's settings."""
        return self.config_dir / "settings.json"

    @property
    def state_file(self) -> Path:
        """What the program remembers by itself."""
        return self.state_dir / "state.json"

    @property
    def told_file(self) -> Path:
        """What was told by notifications, and what is not to be told for now."""
        return self.state_dir / "told.json"

    @property
    def archive_file(self) -> Path:
        """The history: samples, runs, episodes. A log and a lock lie beside it."""
        return self.state_dir / "history.sqlite"

    @property
    def progress_dir(self) -> Path:
        """Where `traintray run` leaves how far its commands are."""
        return self.runtime_dir / "progress"

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> Folders:
        """Return the folders of this user, following the XDG variables.

        A relative path in such a variable is ignored, as the specification asks.
        Raises NoHomeError when they do not name the folders and there is no home.
        """
        config_dir, state_dir = _user_folders()
        return cls(
            config_dir=config_dir,
            state_dir=state_dir,
            runtime_dir=_runtime(environ.get("XDG_RUNTIME_DIR")) or state_dir / "run",
            autostart_dir=config_dir.parent / "autostart",
        )


def _user_folders() -> tuple[Path, Path]:
    """Return the folders for settings and for state, as platformdirs names them.

    On Linux they are worked out here: importing platformdirs takes a tenth of the
    time in which the icon has to be there.
    """
    if sys.platform == "linux":
        config, state = (
            Path(os.environ.get(variable, "")) / _NAME
            for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
        )
    else:
        import platformdirs

        config = platformdirs.user_config_path(_NAME)
        state = platformdirs.user_state_path(_NAME)
    return absolute(config, ".config"), absolute(state, ".local/state")


def absolute(found: Path, default: str) -> Path:
    """Return our folder as platformdirs found it, or below the home folder.

    Older versions of platformdirs take a relative path of an XDG variable at its word.
    """
    return found if found.is_absolute() else _home() / default / _NAME


def _home() -> Path:
    """Return the home folder; `Path.home` would take any text in HOME for one."""
    named = Path(os.environ.get("HOME", ""))
    if named.is_absolute():
        return named
    import pwd  # not there on Windows, where platformdirs knows every folder

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError as error:
        raise NoHomeError(
            "There is no home folder: set HOME, or both XDG_CONFIG_HOME and"
            " XDG_STATE_HOME."
        ) from error


def _runtime(base: str | None) -> Path | None:
    """Return our folder in the session's runtime folder, unless that is unsafe.

    platformdirs would go on to a guessable name in /tmp; the state folder is a
    better second choice, since nobody else can have made it before us.
    """
    if not base:
        return None
    folder = Path(base)
    try:
        found = folder.lstat()
    except OSError:
        return None
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
    if folder.is_absolute() and private and found.st_uid == os.geteuid():
        return folder / _NAME
    return None
