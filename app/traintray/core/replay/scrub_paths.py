"""Paths without what they tell of a person: where, not what.

`/home/ann/tumors/train.py` becomes `/home/d1/d2/f1.py`, and does so wherever it
stands. What installed packages and shared libraries are called stays: by that a
framework is recognised, and nobody's secret is in it.
"""

from __future__ import annotations

import re
from itertools import count

from traintray.core.replay.vocabulary import means_something, telling_parts

_PUBLIC_ROOTS = re.compile(
    r"/(?:proc|sys|lib|lib32|lib64|bin|sbin"
    r"|usr/(?:lib|lib32|lib64|libexec|bin|sbin|share))(?:/|$)"
)
"""Below these lies what a distribution put there."""
_PACKAGES = re.compile(r"/(?:site-packages|dist-packages)/")
_STANDARD = frozenset(
    {
        *("", ".", "..", "~", "usr", "local", "opt", "etc", "var", "tmp", "run"),
        *(
            "dev",
            "shm",
            "home",
            "root",
            "mnt",
            "media",
            "srv",
            "lib",
            "lib64",
            "bin",
            "share",
        ),
        *("envs", "venv", ".venv", "conda", "miniconda3", "anaconda3", "miniforge3"),
        *("site-packages", "dist-packages", "lib-dynload", "versions", ".pyenv"),
    }
)
_LIBRARY = re.compile(r"lib[\w.+-]*\.so[\w.]*")
_EXTENSION = re.compile(
    r"(?<=.)\.(?:py|so|sh|json|ya?ml|toml|ini|cfg|txt|log|csv|parquet|ipynb|pt|pth|bin"
    r"|ckpt|pkl|npy|npz|gz|zip|tar|h5|exe)$"
)
_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class Paths:
    """Gives each name the same stand-in every time."""

    def __init__(self) -> None:
        self._stand_ins: dict[str, str] = {}
        self._folders, self._files = count(1), count(1)

    def scrubbed(self, path: str) -> str:
        """Return a path, absolute or not, or a link, without its private names."""
        link = _LINK.match(path)
        if link is not None:
            return link.group() + self._parts(path[link.end() :], frozenset())
        if _PUBLIC_ROOTS.match(path):
            return path
        packages = _PACKAGES.search(path)
        if packages is not None:
            own, public = path[: packages.start()], path[packages.start() :]
            return self._parts(own, self._kept(path)) + public
        return self._parts(path, self._kept(path))

    def is_file(self, name: str) -> bool:
        """Tell whether a word without a path is a file by its ending."""
        return _EXTENSION.search(name) is not None

    def name(self, name: str) -> str:
        """Return the stand-in of a name, or the name where that tells what is run."""
        if name in _STANDARD or name.isdigit() or means_something(name):
            return name
        if _LIBRARY.fullmatch(name):
            return name
        known = self._stand_ins.get(name)
        if known is None:
            extension = _EXTENSION.search(name)
            ending = extension.group() if extension else ""
            fresh = f"f{next(self._files)}" if ending else f"d{next(self._folders)}"
            known = self._stand_ins[name] = f"{fresh}{ending}"
        return known

    def _parts(self, path: str, kept: frozenset[int]) -> str:
        names = path.split("/")
        return "/".join(
            name if at in kept else self.name(name) for at, name in enumerate(names)
        )

    def _kept(self, path: str) -> frozenset[int]:
        """Return which of its names a library is recognised by."""
        kept: set[int] = set()
        for part in telling_parts():
            begin = path.find(part)
            while begin >= 0:
                first = path.count("/", 0, begin + 1 if part[0] == "/" else begin)
                last = path.count("/", 0, begin + len(part.rstrip("/")))
                kept.update(range(first, last + 1))
                begin = path.find(part, begin + 1)
        return frozenset(kept)
