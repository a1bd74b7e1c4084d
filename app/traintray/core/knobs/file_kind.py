"""Files that hold no NAME=value lines: ours would break them, or reach nobody."""

from __future__ import annotations

import re
from pathlib import PurePath

from traintray.core.sentence import Sentence

_START_UP = {
    *(".bashrc", ".bash_profile", ".bash_login", ".bash_aliases", ".profile"),
    *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".envrc", ".cshrc", ".tcshrc"),
    *(".xprofile", ".xsession", ".xinitrc", "activate", "Makefile", "Dockerfile"),
}
_COMMANDS = {
    *(".sh", ".bash", ".zsh", ".fish", ".csh", ".sbatch", ".slurm", ".py", ".mk"),
}
_OTHER_FORM = {
    *(".json", ".jsonc", ".toml", ".yaml", ".yml", ".xml", ".iml", ".ini", ".service"),
    *(".ipynb", ".md"),
}
_SECTION = re.compile(
    rb"(?:[ \t]*(?:[#;][^\n]*)?\r?\n)*\[[\w .:-]+\][ \t]*\r?(?:\n|\Z)"
)
_BRACED = re.compile(rb"\s*(?:\{.*\}|<.*>)\s*", re.DOTALL)


def holds_commands(path: PurePath, data: bytes) -> bool:
    """Tell whether a file is run or read by a shell, or by another interpreter.

    A variable that is only set in it stays in the shell: nobody exports it.
    """
    is_known = path.name in _START_UP or path.suffix.lower() in _COMMANDS
    return is_known or data.startswith(b"#!")


def why_no_env_file(path: PurePath, data: bytes) -> Sentence | None:
    """Return why NAME=value lines have no place in a file; None where they have."""
    if holds_commands(path, data):
        return Sentence(
            "EnvFile",
            "it holds commands, and what is only set there does not reach the programs"
            " that they start. Choose a file of NAME=value lines, such as .env, and"
            " load that file from here.",
        )
    is_other = path.suffix.lower() in _OTHER_FORM or _SECTION.match(data)
    if is_other or _BRACED.fullmatch(data):
        return Sentence(
            "EnvFile",
            "it is no file of NAME=value lines, so lines of that form would damage it."
            " Choose one that is, such as .env.",
        )
    return None
