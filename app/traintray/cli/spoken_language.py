"""In which language a command writes what a person will read."""

from __future__ import annotations

import os
from collections.abc import Mapping

LANGUAGES = ("en", "zh_CN")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def language_of(setting: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return `en` or `zh_CN` for the setting; for `system` the first language of the
    user's locale that we speak.
    """
    if setting in LANGUAGES:
        return setting
    for variable in _VARIABLES:
        for name in environ.get(variable, "").split(":"):
            language = name.replace("-", "_").split("_")[0].split(".")[0]
            if language in ("en", "zh"):
                return "zh_CN" if language == "zh" else "en"
    return "en"
