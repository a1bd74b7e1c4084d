"""Reads the texts of resources/<folder>/<language>/. Data, not code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from traintray import assets

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FALLBACK = "en"


def read_table(text: str) -> dict[str, Any]:
    """Read TOML; ValueError for what is none."""
    return tomllib.loads(text)


class Texts:
    """The texts of one language; what it lacks comes in English."""

    def __init__(
        self,
        language: str,
        read_text: Callable[[str], str] = assets.read_text,
        folder: str = "advice",
    ) -> None:
        self._folder = folder
        self._language = language
        self._read_text = read_text
        self._loaded: dict[str, dict[str, Any]] = {}

    def page(self, name: str) -> dict[str, Any]:
        """Return the texts of one diagnosis kind, or `terms`.

        Raises FileNotFoundError when not even English has it.
        """
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> dict[str, Any]:
        for language in (self._language, FALLBACK):
            try:
                path = f"{self._folder}/{language}/{name}.toml"
                return read_table(self._read_text(path))
            except FileNotFoundError:
                if language == FALLBACK:
                    raise
        raise AssertionError("the fallback language either loads or raises")

    def plural(self, name: str, count: float, written: str, beside: str = "") -> str:
        """Return a counted noun: (`cpus`, 2, "2") -> `2 CPUs`; `beside` is a second
        number, for what is said of so many: of how many, or how busy each is.
        """
        one, many = self.page("terms")["plurals"][name]
        return str((one if count == 1 else many).format(n=written, beside=beside))

    @property
    def units(self) -> dict[str, str]:
        """What times and rates are called, for `numerals`."""
        found: dict[str, str] = self.page("terms")["units"]
        return found
