"""Plug-ins by file: one new module in a package is one new rule, knob or sign."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def collect(package: ModuleType, name: str, kind: type[T]) -> tuple[T, ...]:
    """Return the `name` constant of every module in `package`, by module name.

    Raises LookupError when there is none (an empty set of rules would look like a
    healthy machine) and TypeError when a module holds something else.
    """
    found = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda i: i.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        plugin = getattr(module, name, None)
        if not isinstance(plugin, kind):
            raise TypeError(f"{module.__name__}: {name} is not a {kind.__name__}")
        found.append(plugin)
    if not found:
        raise LookupError(f"{package.__name__} holds no modules")
    return tuple(found)
