"""The causes that notifications may tell, by the names that settings know."""

from __future__ import annotations

import pkgutil

from traintray.core.diagnosis import rules

_ONLY_SHOWN = frozenset({"compiling", "gpu_idle", "one_gpu_of_many"})
"""A note is shown with its run and never told by a notification."""


def told_kinds() -> tuple[str, ...]:
    """Return the kinds of tips, without importing a rule: each has a file."""
    found = (module.name for module in pkgutil.iter_modules(rules.__path__))
    return tuple(kind for kind in sorted(found) if kind not in _ONLY_SHOWN)
