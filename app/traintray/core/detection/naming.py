"""What the user would call a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_WITH_VALUE = frozenset({"-W", "-X", "--check-hash-based-pycs"})
SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "busybox"})
"""Programs that run the commands of a person or of a script."""
_UNKNOWN = "training"


def script_of(command: Sequence[str]) -> str | None:
    """Return the script of a Python command line; None for -m, -c and others."""
    words = iter(command[1:])
    for word in words:
        if word in ("-m", "-c") or word == "-":
            return None
        if word in _WITH_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def module_of(command: Sequence[str]) -> str | None:
    """Return the module that a Python command line runs with -m, or None."""
    if script_of(command) is not None or "-m" not in command:
        return None
    at = list(command).index("-m") + 1
    if "-c" in command[:at] or at >= len(command):
        return None
    return command[at]


def run_name(command: Sequence[str], *, is_python: bool = True) -> str:
    """Return a short name: the script, the module, or the program.

    The words after `torchrun` and its kin hold the user's script; the first that
    ends in `.py` is it. What is no Python is called by its program, or by the script
    that a shell runs: its other words are not scripts.
    """
    if not command:
        return _UNKNOWN
    if not is_python:
        return _program_name(command)
    scripts = [word for word in command[1:] if word.endswith(".py")]
    script = script_of(command)
    if script is not None and not script.endswith(".py") and scripts:
        script = scripts[0]
    if script is not None:
        return Path(script).name
    if "-m" in command:
        at = list(command).index("-m") + 1
        if scripts and at < len(command) and _launches(command[at]):
            return Path(scripts[0]).name
        return command[at] if at < len(command) else "python -m"
    if "-c" in command:
        return "python -c"
    return _program_name(command)


def _launches(module: str) -> bool:
    """Tell whether the user's script is among the words after this module."""
    return module.startswith(("torch.", "accelerate.", "deepspeed.", "horovod."))


def _program_name(command: Sequence[str]) -> str:
    # A program may have put a title in place of its command line, with spaces in it
    # (`postgres: writer`); a login shell puts a dash before its name.
    words = command[0].split()
    name = Path(words[0]).name.lstrip("-").rstrip(":") if words else ""
    if name in SHELLS:
        script = next((w for w in command[1:] if not w.startswith("-")), None)
        if script is not None and "-c" not in command:
            return Path(script).name or name
    return name or _UNKNOWN
