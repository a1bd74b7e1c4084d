"""Finds in a user's program what it uses and which measures it takes, as text.

The program is only read; it is never imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from traintray.core.detection.code_lines import script_path
from traintray.core.detection.code_text import CodeText
from traintray.core.detection.local_modules import program_files
from traintray.core.detection.run import ScriptSign
from traintray.core.detection.signs import SIGNS
from traintray.core.detection.trainer import all_trainers

Patterns = tuple["re.Pattern[str]", ...]


def find_script_signs(
    command: Sequence[str], working_folder: str | None
) -> tuple[ScriptSign, ...]:
    """Return what the run's script and the modules beside it show, each once.

    Empty when the command names no script, or when it cannot be read.
    """
    script = script_path(command, working_folder)
    if script is None:
        return ()
    files = program_files(script, working_folder, lambda _: False)
    texts = {path: CodeText(text) for path, text in files.items()}
    found = (_find(name, patterns, texts) for name, patterns in _wanted().items())
    return tuple(sign for sign in found if sign is not None)


@cache
def _wanted() -> dict[str, Patterns]:
    """Return the patterns of every sign; all of one have to be there."""
    wanted: dict[str, tuple[str, ...]] = {
        sign.name: (sign.script,) for sign in SIGNS if sign.script
    }
    wanted |= {trainer.name: trainer.in_text for trainer in all_trainers()}
    return {
        name: tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns)
        for name, patterns in wanted.items()
    }


def _find(
    name: str, patterns: Patterns, texts: Mapping[Path, CodeText]
) -> ScriptSign | None:
    found = None
    for pattern in patterns:
        found = _first(name, pattern, texts)
        if found is None:
            return None
    return found


def _first(
    name: str, pattern: re.Pattern[str], texts: Mapping[Path, CodeText]
) -> ScriptSign | None:
    for path, code in texts.items():
        for match in pattern.finditer(code.text):
            if code.is_code(_begin(match)):
                number = code.text.count("\n", 0, match.start()) + 1
                return ScriptSign(name, str(path), number)
    return None


def _begin(match: re.Match[str]) -> int:
    """Return where what was found begins, white space before it left out."""
    return match.end() - len(match[0].lstrip())
