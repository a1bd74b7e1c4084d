"""Which language the app speaks, and the translation of its own words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    QTranslator,
)

from traintray import assets

_CHINESE, _ENGLISH = "zh_CN", "en"


def choose(setting: str, wanted: Sequence[str] | None = None) -> str:
    """Return `en` or `zh_CN` for a setting.

    For `system` it is the first language of the user that we speak, `wanted` being
    the user's languages in order; they come from LANGUAGE, LC_ALL, LC_MESSAGES and
    LANG.
    """
    if setting in (_ENGLISH, _CHINESE):
        return setting
    for name in QLocale.system().uiLanguages() if wanted is None else wanted:
        language = name.replace("_", "-").split("-")[0]
        if language in ("en", "zh"):
            return _CHINESE if language == "zh" else _ENGLISH
    return _ENGLISH


def install(language: str, parent: QObject, folder: Path | None = None) -> None:
    """Translate the app's words, and Qt's own, for as long as `parent` lives.

    English needs no file; one that was not built leaves the words English. `folder`
    holds the .qm files, those of the app without it.
    """
    ours = assets.root() / "translations" if folder is None else folder
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _install(f"qtbase_{language}.qm", qt, parent)
    _install(f"traintray_{language}.qm", ours, parent)


def replace(language: str, parent: QObject) -> None:
    """Speak another language from now on: what `install` did for `parent` is undone."""
    for translator in parent.findChildren(QTranslator):
        QCoreApplication.removeTranslator(translator)
        translator.deleteLater()
    install(language, parent)


def _install(name: str, folder: Path, parent: QObject) -> None:
    if not (folder / name).exists():
        return
    translator = QTranslator(parent)
    if translator.load(name, str(folder)):
        QCoreApplication.installTranslator(translator)
