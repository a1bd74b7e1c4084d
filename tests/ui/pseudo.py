"""A language that does not exist: the English words with accents, in brackets, 140 % as
long. What is not translated, and what has no room for a longer language, shows.
"""

from __future__ import annotations

import dataclasses
import math
import re
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QTranslator

from traintray.core.frame import Frame

GROWTH = 1.4
_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_KEPT = re.compile(r"\{[^{}]*\}|\u00a0\S*")
"""Placeholders, and units behind their no-break space: they are the same everywhere."""
_MORE = "lorem ipsum dolor sit amet consetetur sadipscing elitr "
_QT = re.compile("Q[A-Z]")
_FEWEST_LETTERS = 4
"""A unit or a sign does not grow."""


def pseudo(text: str) -> str:
    """Return `text` as it would be in that language."""
    letters = sum(map(str.isalpha, _KEPT.sub("", text)))
    if letters < _FEWEST_LETTERS:
        return text
    parts: list[str] = []
    end = 0
    for kept in _KEPT.finditer(text):
        parts += [text[end : kept.start()].translate(_ACCENTS), kept.group()]
        end = kept.end()
    parts.append(text[end:].translate(_ACCENTS))
    grown = "".join(parts)
    missing = math.ceil(len(text) * GROWTH) - len(grown) - 2
    more = (_MORE * (1 + max(0, missing) // len(_MORE)))[: max(0, missing)]
    return f"[{grown}{' ' if more and len(more) > 3 else ''}{more.strip()}]"


class PseudoTranslator(QTranslator):
    """Answers for every text of the app."""

    def isEmpty(self) -> bool:
        """Qt asks no translator that has nothing."""
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        """Return the text of that language; those of Qt itself stay."""
        del disambiguation, n
        return None if _QT.match(context) else _changed(source)


def _changed(source: str) -> str | None:
    """Return the text; None, for which Qt takes the source, where it is the same."""
    text = pseudo(source)
    return None if text == source else text


@contextmanager
def spoken():
    """Let the app speak it."""
    translator = PseudoTranslator()
    QCoreApplication.installTranslator(translator)
    try:
        yield
    finally:
        QCoreApplication.removeTranslator(translator)


_SPOKEN = {
    *("chip", "headline", "popover_text", "title", "summary", "why", "text", "label"),
    *("threshold_text", "action", "arithmetic", "estimate", "ruled_out", "notes"),
    *("also", "after", "parts"),
}
"""Fields of an advice and of its parts that hold words."""


def told(frame: Frame) -> Frame:
    """The frame with its advice in that language."""
    runs = tuple(
        dataclasses.replace(
            view,
            advice=view.advice and _told(view.advice),
            episode=view.episode and _told(view.episode),
        )
        for view in frame.runs
    )
    episodes = tuple(_told(episode) for episode in frame.episodes)
    return dataclasses.replace(frame, runs=runs, episodes=episodes)


def _told(value):
    """Return a value with all its words in that language."""
    changed = {}
    for each in dataclasses.fields(value):
        found = getattr(value, each.name)
        if each.name in _SPOKEN:
            changed[each.name] = _words(found)
        elif isinstance(found, tuple) and found and dataclasses.is_dataclass(found[0]):
            changed[each.name] = tuple(_told(part) for part in found)
    return dataclasses.replace(value, **changed)


def _words(found):
    if isinstance(found, tuple):
        return tuple(_words(part) for part in found)
    return pseudo(found) if isinstance(found, str) else found
