"""Names and parts of paths that recognition looks for: what a scrubbed trace keeps.

Whether a word means something is asked of the very functions that recognise, so that
no list here can fall behind them.
"""

from __future__ import annotations

import re
from functools import cache

from traintray.core.detection import frameworks
from traintray.core.detection.framework import Framework
from traintray.core.detection.naming import SHELLS
from traintray.core.detection.not_training import CALLED_IN_TRAINING, SERVER_LIBRARIES
from traintray.core.detection.roles import (
    INDUCTOR_WORKER,
    SUPPORT_MODULES,
    is_compiler,
    is_launcher,
)
from traintray.core.detection.serving import is_tool, serves_by_name
from traintray.core.detection.traits_of import TELLING_PARTS
from traintray.core.discovery import collect

_VERBS = ("serve", "serving", "models", "server", "ui")
_PYTHON = "python"
_INTERPRETER = re.compile(r"(?:python|pypy)[\d.]*[a-z]?")


@cache
def telling_parts() -> tuple[str, ...]:
    """Return the parts of paths by which libraries are recognised."""
    known = collect(frameworks, "FRAMEWORK", Framework)
    return tuple(
        sorted(
            {
                *TELLING_PARTS,
                *SERVER_LIBRARIES,
                INDUCTOR_WORKER,
                *(part for one in known for part in one.mapped_fragments),
                *(part for one in known for part in one.gpu_fragments),
            }
        )
    )


@cache
def means_something(name: str) -> bool:
    """Tell whether a program, a script or a folder of this name tells what is run."""
    return (
        _INTERPRETER.fullmatch(name) is not None
        or name in SHELLS
        or is_launcher((name,))
        or is_compiler(name, ())
        or is_tool((name,))
        or serves_by_name((name,))
        or any(serves_by_name((_PYTHON, name, verb)) for verb in _VERBS)
        or any(part in name for part in CALLED_IN_TRAINING)
    )


def is_own_code(text: str) -> bool:
    """Tell whether a program behind `-c` is one that multiprocessing writes."""
    return any(module in text for module in SUPPORT_MODULES) or (
        "from multiprocessing." in text and "spawn_main" in text
    )
