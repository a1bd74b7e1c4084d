"""What the user would call a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_WITH_VALUE = frozenset({"-W", "-X", "--check-hash-based-pycs"})


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


def run_name(command: Sequence[str]) -> str:
    """Return a short name: the script, the module, or the program.

    The words after `torchrun` and its kin hold the user's script; the first that
    ends in `.py` is it.
    """
    if not command:
        return "training"
    scripts = [word for word in command[1:] if word.endswith(".py")]
    script = script_of(command)
    if script is not None and not script.endswith(".py") and scripts:
        script = scripts[0]
    if script is not None:
        return Path(script).name
    if "-m" in command:
        at = list(command).index("-m") + 1
        if scripts and at < len(command) and command[at].startswith("torch."):
            return Path(scripts[0]).name
        return command[at] if at < len(command) else "python -m"
    if "-c" in command:
        return "python -c"
    return Path(command[0]).name
