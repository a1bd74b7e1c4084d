"""What the causes are called that the archive knows by their kind only."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.texts import Texts

translate = QCoreApplication.translate


def chip(kind: str) -> str:
    """Return the two or three words that name a kind, in the language of the app.

    A kind that this version does not know is told by its name.
    """
    return _chip(kind, texts_language())


def texts_language() -> str:
    """Return which language of our texts goes with that of the app: `en`, `zh_CN`."""
    #: the folder of the advice texts in this language
    return translate("Language", "en")


@lru_cache(maxsize=64)
def _chip(kind: str, language: str) -> str:
    try:
        return str(Texts(language).page(kind)["chip"])
    except FileNotFoundError:
        return kind.replace("_", " ")
