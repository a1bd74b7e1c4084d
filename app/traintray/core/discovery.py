"""Plug-ins by file: one new module in a package is one new rule, knob or sign."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def collect(
    package: ModuleType, name: str, kind: type[T], *, everywhere: bool = True
) -> tuple[T, ...]:
    """Return the `name` constant of every module in `package`, by module name.

    `everywhere`: every module has to have one; otherwise those without are parts of
    the others. Raises LookupError when there is none at all (an empty set of rules
    would look like a healthy machine) and TypeError when it is something else.
    """
    found = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda i: i.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        plugin = getattr(module, name, None)
        if plugin is None and not everywhere:
            continue
        if not isinstance(plugin, kind):
            raise TypeError(f"{module.__name__}: {name} is not a {kind.__name__}")
        found.append(plugin)
    if not found:
        raise LookupError(f"{package.__name__} holds no {name}")
    return tuple(found)
