"""Which programs around a training run are set up to read the env file.

Only their own files are looked at, and nothing is changed in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path

from traintray.core import atomic


class SetUp(Enum):
    """What is known of one program."""

    LOADS = "loads"
    """A file of its own names the env file."""
    NOT_SET_UP = "not_set_up"
    """It has such files, and none names it."""
    EACH_TIME = "each_time"
    """It is told anew at every start, so there is nothing to look at."""


_PLACES: Mapping[str, tuple[str, ...]] = {
    "bash": (".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".zprofile"),
    "fish": (".config/fish/config.fish", ".config/fish/conf.d/*.fish"),
    "vscode": (
        ".config/Code/User/settings.json",
        ".config/VSCodium/User/settings.json",
    ),
    "systemd": (".config/systemd/user/*.service",),
    "jupyter": (".local/share/jupyter/kernels/*/kernel.json",),
}
"""Below the home folder. Projects may have settings of their own, which nobody can
list; what a run was started with is told by the run."""
_MOST_FILES = 50


def set_ups(path: Path, home: Path) -> dict[str, SetUp]:
    """Return what is known of each program, by the name of its loader. A program none
    of whose files is there is left out: it is hardly in use.
    """
    found = {}
    for name, patterns in _PLACES.items():
        texts = list(_texts(home, patterns))
        if texts:
            loads = any(_names_it(text, path, home) for text in texts)
            found[name] = SetUp.LOADS if loads else SetUp.NOT_SET_UP
    return {**found, "run": SetUp.EACH_TIME, "uv": SetUp.EACH_TIME}


def _texts(home: Path, patterns: Iterable[str]) -> Iterator[str]:
    for pattern in patterns:
        for at, file in enumerate(sorted(home.glob(pattern))):
            if at == _MOST_FILES:
                break
            try:
                data = atomic.read(file)
            except OSError:
                continue  # not readable, or none of a start-up file's size
            if data is not None:
                yield data.decode("utf-8", "replace")


def _names_it(text: str, path: Path, home: Path) -> bool:
    """Whether a line that is no comment names the env file, in any usual spelling."""
    spellings = _spellings(path, home)
    return any(
        re.search(rf"{re.escape(spelling)}(?![\w./-])", line)
        for line in text.splitlines()
        if not line.lstrip().startswith(("#", ";", "//"))
        for spelling in spellings
    )


def _spellings(path: Path, home: Path) -> set[str]:
    found = {str(path), json.dumps(str(path))[1:-1], str(path).replace("%", "%%")}
    try:
        inside = path.relative_to(home)
    except ValueError:
        return found
    starts = ("~", "$HOME", "${HOME}", "${userHome}", "${env:HOME}", "%h")
    found |= {f"{start}/{inside}" for start in starts}
    if inside.parts[:1] == (".config",):
        rest = Path(*inside.parts[1:])
        names = ("$XDG_CONFIG_HOME", "${XDG_CONFIG_HOME}")
        found |= {f"{name}/{rest}" for name in names}
    return found
