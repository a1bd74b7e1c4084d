"""HTML and SVG put together from elements: whatever is not markup is escaped."""

from __future__ import annotations

import html

_VOID = frozenset(("meta", "br"))
_STRANGER = "\N{REPLACEMENT CHARACTER}"
_PLAIN = frozenset("\n\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
"""Python does not count them as printable."""


class Markup(str):
    """Text that is markup already. Only `tag`, `joined` and the style sheet make it."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element. Children are escaped unless they are markup.

    Attributes lose a `_` at their end (`class_`), others become `-`; None leaves one
    out, a number is written with two decimals at most.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*children: str) -> Markup:
    """Return children one after the other, escaped unless they are markup."""
    return Markup("".join(map(_escaped, children)))


def shown(text: str) -> str:
    """Return text without control characters and without those that turn the
    direction of writing: a name must not rewrite the line it stands in.
    """
    return "".join(c if c.isprintable() or c in _PLAIN else _STRANGER for c in text)


def coordinate(value: float) -> str:
    """Return a place in a drawing, with a decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _escaped(child: str) -> str:
    return child if isinstance(child, Markup) else html.escape(shown(child))


def _attribute(value: str | float) -> str:
    if isinstance(value, str):
        return html.escape(shown(value))
    return f"{value:.2f}".rstrip("0").rstrip(".")
