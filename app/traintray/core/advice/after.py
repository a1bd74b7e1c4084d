"""What to know of the steps of a tip before and after taking them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice.texts import Texts

PARTS = ("cost", "effect", "undo", "unless")
"""What they cost, when they take effect, how to undo them, when they do not apply."""


def after(page: Mapping[str, Any], texts: Texts) -> tuple[tuple[str, str], ...]:
    """Return these parts of a tip, each with its head."""
    heads = texts.page("library/terms")["heads"]
    said = page["after"]
    return tuple((heads[name], said[name]) for name in PARTS)
