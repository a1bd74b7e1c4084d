"""What to know of the steps of a tip before and after taking them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice.texts import Texts

PARTS = ("cost", "effect", "undo", "unless")
"""What they cost, when they take effect, how to undo them, when they do not apply."""
Parts = tuple[tuple[str, str], ...]
"""Each with its head."""


def after(page: Mapping[str, Any], texts: Texts) -> Parts:
    """Return these parts of a tip as a whole."""
    said = page["after"]
    return tuple((_head(name, texts), said[name]) for name in PARTS)


def own_parts(
    entry: Mapping[str, Any], known: Mapping[str, str], texts: Texts
) -> Parts:
    """Return those parts in which one step differs from its tip."""
    return tuple(
        (_head(name, texts), entry[name].format_map(known))
        for name in PARTS
        if name in entry
    )


def _head(name: str, texts: Texts) -> str:
    return str(texts.page("library/terms")["heads"][name])
