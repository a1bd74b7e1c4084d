"""Reads what a user's script imports from beside it, as text; nothing is ever run."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from traintray.core.detection.code_lines import read_script

_MOST_FILES = 40
"""Files that are read, the nearest to the script first. A project of one's own that
is larger says by these what it is for."""
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<base>\.*[\w.]*)[ \t]+import[ \t]*"
    r"(?:\((?P<block>[^)]*)\)|(?P<line>[^\n#]*))|import[ \t]+(?P<whole>[^\n#]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"^[ \t]*([\w.]+)")


def program_text(
    script: Path, working_folder: str | None, is_enough: Callable[[str], bool]
) -> str:
    """Return the text of a script and of the modules beside it that it imports."""
    return "\n".join(program_files(script, working_folder, is_enough).values())


def program_files(
    script: Path, working_folder: str | None, is_enough: Callable[[str], bool]
) -> dict[Path, str]:
    """Return the text of a script and of each module beside it that it imports.

    Modules are looked for beside the script and in the working folder, those of
    packages by their folder; what is installed is not the user's and is left out.
    What a text imports of which `is_enough` is true is not read.
    """
    beside = [script.parent, *([Path(working_folder)] if working_folder else [])]
    roots = tuple(dict.fromkeys(beside))
    texts: dict[Path, str] = {}
    waiting = deque([script])
    while waiting and len(texts) < _MOST_FILES:
        path = waiting.popleft()
        if path in texts:
            continue
        texts[path] = read_script(path)
        if not is_enough(texts[path]):
            waiting.extend(_imported(path, texts[path], roots))
    return texts


def _imported(path: Path, text: str, roots: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the files that `text` imports, as far as they lie below one of `roots`."""
    for match in _IMPORT.finditer(text):
        if match["whole"] is not None:
            for name in _names(match["whole"]):
                yield from _files(roots, name)
            continue
        base = match["base"]
        level = len(base) - len(base.lstrip("."))
        above = (path.parents[level - 1],) if 0 < level <= len(path.parents) else roots
        package = base.lstrip(".")
        yield from _files(above, package)
        for name in _names(match["block"] or match["line"] or ""):
            yield from _files(above, f"{package}.{name}" if package else name)


def _names(words: str) -> Iterator[str]:
    for word in words.split(","):
        match = _NAME.match(word.strip())
        if match is not None:
            yield match[1]


def _files(folders: tuple[Path, ...], module: str) -> Iterator[Path]:
    parts = [part for part in module.split(".") if part]
    if not parts:
        return
    for folder in folders:
        base = folder.joinpath(*parts)
        for path in (base.with_name(f"{base.name}.py"), base / "__init__.py"):
            if path.is_file():
                yield path
                return
