"""Finds the lines of a user's script that set a thread count.

No variable in the environment overrides a number set in code, so the advice has to
show the line. The script is only read, as text; it is never imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from traintray.core.detection.code_text import CodeText
from traintray.core.detection.naming import module_of, script_of
from traintray.core.detection.run import CodeLine
from traintray.core.masking import masked_text

_SETS_THREADS = re.compile(
    r"\b(?:"
    r"set_num_threads|set_num_interop_threads|set_intra_op_parallelism_threads"
    r"|set_inter_op_parallelism_threads|setNumThreads|threadpool_limits"
    r")\s*\("
    r"|environ\b.*\b\w*NUM_THREADS\b.*="
)
_LARGEST_SCRIPT_BYTES = 2**20
_MOST_LINES = 5


def find_code_lines(
    command: Sequence[str], working_folder: str | None
) -> tuple[CodeLine, ...]:
    """Return the lines of the run's script that set a thread count.

    Empty when there is none, when the command names no script, or when the script
    cannot be read. Only the script itself is looked at, not what it imports.
    """
    path = script_path(command, working_folder)
    text = read_script(path) if path is not None else ""
    found: list[CodeLine] = []
    code, at = CodeText(text), 0
    for number, line in enumerate(text.split("\n"), start=1):
        if any(code.is_code(at + m.start()) for m in _SETS_THREADS.finditer(line)):
            found.append(CodeLine(str(path), number, masked_text(line.strip()[:200])))
        at += len(line) + 1
    return tuple(found[:_MOST_LINES])


def read_script(path: Path) -> str:
    """Return the text of a script; empty when it cannot be read or is too large."""
    try:
        if path.stat().st_size > _LARGEST_SCRIPT_BYTES or not path.is_file():
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def script_path(command: Sequence[str], working_folder: str | None) -> Path | None:
    """Return where the script or module of a command line lies, or None.

    A module is looked for in the working folder only: one that is installed is not
    the user's.
    """
    module = module_of(command)
    if module is not None and working_folder:
        base = Path(working_folder, *module.split("."))
        for path in (base.with_name(f"{base.name}.py"), base / "__main__.py"):
            if path.is_file():
                return path
    script = script_of(command)
    if script is None or not script.endswith(".py"):
        script = next((word for word in command[1:] if word.endswith(".py")), None)
    if script is None:
        return None
    path = Path(script)
    if path.is_absolute():
        return path
    return Path(working_folder) / path if working_folder else None
