"""Logs that are closed between two writes, found by where they lie and what they are
called.

PyTorch's `SummaryWriter` without TensorFlow, Lightning's CSV logger and Hugging Face's
checkpoints open their files for each write only: among the open files they are hardly
ever met.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from traintray.core.progress.published import Started

_DEEPEST = 4
"""`lightning_logs/version_0/metrics.csv`, `output/runs/<date>/events...`"""
_MOST_ENTRIES = 5000
_MOST_IN_FOLDER = 1000
"""A folder with more holds data; what lies in it is not looked at."""
_NOT_LOGS = frozenset(("node_modules", "__pycache__", "venv", "site-packages"))
_EVENTS = re.compile(
    r"events\.out\.tfevents\.\d+\.(?P<host>.+)\.(?P<pid>\d+)\.\d+(\.v2)?"
)
_CHECKPOINT = re.compile(r"checkpoint-\d+")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def files_near(pid: int, root: Path = Path("/")) -> list[Path]:
    """Return files below the working folder of process `pid` that are its logs.

    An event file names the host and the process that writes it. Another log counts
    only when it is the one of its kind that was written since the process began.
    Raises OSError when the process is gone or its folder may not be seen.
    """
    process = root / f"proc/{pid}"
    began_s = _began_s(pid, root)
    numbers, host = _numbers(pid, process), os.uname().nodename
    events: list[Path] = []
    metrics: list[Path] = []
    states: dict[Path, Path] = {}
    for path in _written_since(_folder(process), began_s):
        if found := _EVENTS.fullmatch(path.name):
            if int(found["pid"]) in numbers and found["host"] == host:
                events.append(path)
        elif path.name == "metrics.csv":
            metrics.append(path)
        elif path.name == "trainer_state.json":
            states[_output_of(path)] = path
    alone = [found for found in (metrics, list(states.values())) if len(found) == 1]
    return [*events, *(path for (path,) in alone)]


def newest_checkpoint(path: Path) -> Path:
    """Return the state of the newest checkpoint beside the one at `path`."""
    output = _output_of(path)
    if output == path.parent:
        return path
    found = [one for one in output.iterdir() if _CHECKPOINT.fullmatch(one.name)]
    newest = max(found, key=lambda one: int(one.name.rpartition("-")[2]), default=None)
    return newest / path.name if newest else path


def _output_of(path: Path) -> Path:
    """Return the folder in which a trainer has its checkpoints."""
    is_checkpoint = _CHECKPOINT.fullmatch(path.parent.name)
    return path.parent.parent if is_checkpoint else path.parent


def _folder(process: Path) -> Path:
    """Return the working folder, under its own name where that is the same here."""
    link = process / "cwd"
    name, theirs = link.readlink(), link.stat()
    try:
        ours = name.stat()
    except OSError:
        return link
    is_same = (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino)
    return name if is_same else link


def _began_s(pid: int, root: Path) -> float:
    """Return when a process was started, in seconds since 1970."""
    started_s = Started.of(pid, root).started_ticks / _TICKS_PER_S
    return time.time() - (time.clock_gettime(time.CLOCK_BOOTTIME) - started_s)


def _numbers(pid: int, process: Path) -> frozenset[int]:
    """Return the number of a process here and in its container."""
    for line in (process / "status").read_text(errors="replace").splitlines():
        if line.startswith("NSpid:"):
            return frozenset(int(number) for number in line.split()[1:])
    return frozenset((pid,))


def _written_since(folder: Path, since_s: float) -> Iterator[Path]:
    """Yield files with a telling name, the nearest first."""
    level, left = [folder], _MOST_ENTRIES
    for _ in range(_DEEPEST):
        below: list[Path] = []
        for one in level:
            entries = _entries(one)
            left -= len(entries)
            if left < 0:
                return
            below += [Path(e.path) for e in entries if _is_looked_into(e)]
            for entry in entries:
                if _is_telling(entry.name) and _changed_s(entry) >= since_s:
                    yield Path(entry.path)
        level = below


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in a folder; nothing when that is too much, or not to be seen."""
    try:
        with os.scandir(folder) as found:
            entries = list(itertools.islice(found, _MOST_IN_FOLDER + 1))
    except OSError:
        return []
    return entries if len(entries) <= _MOST_IN_FOLDER else []


def _is_looked_into(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in _NOT_LOGS:
        return False
    return entry.is_dir(follow_symlinks=False)


def _is_telling(name: str) -> bool:
    return name in ("metrics.csv", "trainer_state.json") or name.startswith("events.")


def _changed_s(entry: os.DirEntry[str]) -> float:
    """Return when a regular file was last written; long ago for all else."""
    try:
        if entry.is_file(follow_symlinks=False):
            return entry.stat(follow_symlinks=False).st_mtime
    except OSError:
        pass  # removed meanwhile
    return float("-inf")
