"""Which language the app speaks, and the translation of its own words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator

from traintray import assets

_CHINESE = "zh_CN"


def choose(setting: str, system: str | None = None) -> str:
    """Return `en` or `zh_CN` for a setting; `system` is the locale's name."""
    if setting in ("en", _CHINESE):
        return setting
    name = QLocale.system().name() if system is None else system
    return _CHINESE if name.startswith("zh") else "en"


def install(language: str, parent: QObject) -> None:
    """Translate the app's words for as long as `parent` lives.

    English needs no file; one that was not built leaves the words English.
    """
    name = f"traintray_{language}.qm"
    folder = assets.root() / "translations"
    if not (folder / name).exists():
        return
    translator = QTranslator(parent)
    if translator.load(name, str(folder)):
        QCoreApplication.installTranslator(translator)
