"""Puts texts side by side as the language of the app does: `a, b` or `a、b`."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def listed(parts: Iterable[str]) -> str:
    """Return several things of one kind: `CPU, memory`."""
    #: between the members of a list
    return translate("Joined", ", ").join(parts)


def with_detail(text: str, detail: str) -> str:
    """Return a text and what is added to it: `train.py, PID 41207`."""
    template = translate("Joined", "{text}, {detail}")
    return template.format(text=text, detail=detail)


def named(name: str, value: str) -> str:
    """Return a value after its name: `CPU: 97%`."""
    template = translate("Joined", "{name}: {value}")
    return template.format(name=name, value=value)


def sentences(first: str, second: str) -> str:
    """Return two sentences, one after the other."""
    template = translate("Joined", "{first} {second}")
    return template.format(first=first, second=second)
