"""Finds the files of `resources/`, wherever the package is installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def root() -> Path:
    """Where the files of resources/ are: in the wheel, or in the checkout."""
    bundled = _PACKAGE / "resources"
    return bundled if bundled.is_dir() else _PACKAGE.parents[1] / "resources"


def path(name: str) -> Path:
    """Return the file or folder `name` of resources/.

    Raises FileNotFoundError when it is not there, which means a broken install.
    """
    found = root() / name
    if not found.exists():
        raise FileNotFoundError(f"traintray is installed without its file {name}")
    return found


def read_text(name: str) -> str:
    """Return the text file `name` of resources/."""
    return path(name).read_text(encoding="utf-8")
