"""Where the env file lies, and what becomes of the old one when it moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from traintray.core import atomic
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings

_STARTS_SHELLS = (
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".config/fish/config.fish",
    ".envrc",
)
"""Files of the home folder in which a line may load an env file."""
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Move:
    """What came of moving the env file."""

    old: Path
    new: Path
    is_copied: bool
    """The new one did not exist and got the contents of the old one."""
    loaders: tuple[Path, ...]
    """Files that still name the old one."""


def env_file(settings: Settings, folders: Folders) -> Path:
    """Return the file with the variables of the next run: the chosen one, or ours."""
    return Path(settings.env_file) if settings.env_file else folders.env_file


def move(old: Path, new: Path, home: Path) -> Move:
    """Begin the new file with what the old one holds, unless there is one already.

    The old file stays as it is, since shells may still load it. OSError when the new
    one cannot be written or the old one not be read.
    """
    data = atomic.read(old) if old != new else None
    is_copied = data is not None and not new.exists()
    if data is not None and is_copied:
        new.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic.write(new, data)
        new.chmod(_PRIVATE)
    return Move(old, new, is_copied, tuple(loaders(old, home)))


def loaders(path: Path, home: Path) -> Iterator[Path]:
    """Yield the shells' own files that name `path`, in full or from the home folder."""
    named = [str(path)]
    if path.is_relative_to(home):
        below = path.relative_to(home)
        named += [f"~/{below}", f"$HOME/{below}", f"${{HOME}}/{below}"]
    for name in _STARTS_SHELLS:
        try:
            data = atomic.read(home / name)
        except OSError:
            continue  # a file that we may not read is none that we can tell of
        text = (data or b"").decode("utf-8", "replace")
        if any(one in text for one in named):
            yield home / name
