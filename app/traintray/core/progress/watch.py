"""The progress of one run, from whichever source tells it best."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from traintray.core.discovery import collect
from traintray.core.progress import sources
from traintray.core.progress.follow import Follow
from traintray.core.progress.nearby import files_near
from traintray.core.progress.open_files import OpenFile, written_files
from traintray.core.progress.progress import (
    NO_SOURCE,
    NOT_LOOKED,
    NOT_READABLE,
    STEP,
    Absent,
    Progress,
)
from traintray.core.progress.published import (
    Started,
    parent_of,
    progress_in,
    published,
)
from traintray.core.progress.source import Reader, Source
from traintray.core.sentence import Sentence

_FILES_S = 10.0
"""Which files are open is looked up this often; a log is opened once and stays."""
_NEARBY_S = 60.0
"""A search through folders is dearer; a run lasts minutes at least."""
_MOST_PROCESSES = 8
"""The main process writes the logs, and of ranks the first."""
_MOST_FILES = 16
_HIGHEST_PARENT = 12
_NO_STEP_YET = Sentence(
    "Progress", "It writes {file}, but no step has been seen in it."
)


@dataclass(frozen=True, slots=True)
class _Followed:
    source: Source
    reader: Reader
    follow: Follow
    path: str


class ProgressWatch:
    """Looks at what the processes of one run write. Reads slow disks: not for the
    sampling thread.
    """

    def __init__(self, terminals: Path | None, root: Path = Path("/")) -> None:
        """`terminals` is the folder in which `traintray run` leaves what it sees."""
        self._terminals = terminals
        self._root = root
        self._sources = collect(sources, "SOURCE", Source)
        self._followed: dict[tuple[str, str], _Followed] = {}
        self._terminal: Path | None = None
        self._files_due_s = self._nearby_due_s = float("-inf")
        self._is_readable = True
        self._told: Progress | None = None

    def update(self, pids: Sequence[int], at_s: float) -> Progress | Absent:
        """Look again, `at_s` on the monotonic clock, and say how far the run is.

        `pids` are the processes that may write logs, the root of the run first.
        """
        if not pids:
            return NOT_LOOKED
        if at_s >= self._files_due_s:
            self._files_due_s = at_s + _FILES_S
            self._find_terminal(pids[0])
            self._find_files(pids)
        if self._told is None and at_s >= self._nearby_due_s:
            self._nearby_due_s = at_s + _NEARBY_S
            self._find_nearby(pids)
        self._told = self._best(at_s)
        return self._told or self._reason()

    def _find_terminal(self, root_pid: int) -> None:
        """Look for the run, or the command above it that `traintray run` started."""
        if self._terminals is None:
            return
        left, self._terminal = published(self._terminals), None
        pid = root_pid
        with contextlib.suppress(OSError):
            for _ in range(_HIGHEST_PARENT if left else 0):
                found = left.get(Started.of(pid, self._root))
                if found is not None or pid <= 1:
                    self._terminal = found
                    return
                pid = parent_of(pid, self._root)

    def _find_files(self, pids: Sequence[int]) -> None:
        self._is_readable = False
        for pid in pids[:_MOST_PROCESSES]:
            try:
                for file in written_files(pid, self._is_wanted, self._root):
                    self._add(file)
                self._is_readable = True
            except PermissionError:
                continue
            except OSError:
                self._is_readable = True  # gone meanwhile

    def _find_nearby(self, pids: Sequence[int]) -> None:
        for pid in pids[:_MOST_PROCESSES]:
            with contextlib.suppress(OSError):
                for path in files_near(pid, self._root):
                    self._add(OpenFile(str(path), is_output=False))

    def _is_wanted(self, file: OpenFile) -> bool:
        return any(source.is_mine(file) for source in self._sources)

    def _add(self, file: OpenFile) -> None:
        for source in self._sources:
            key = source.name, file.path
            if len(self._followed) >= _MOST_FILES or key in self._followed:
                continue
            if source.is_mine(file):
                follow = Follow(source.name, file.path)
                reader = source.reader(file.path)
                self._followed[key] = _Followed(source, reader, follow, file.path)

    def _best(self, at_s: float) -> Progress | None:
        found: list[tuple[int, Progress]] = []
        if self._terminal is not None and (seen := progress_in(self._terminal)):
            found.append((0, seen))
        for key, one in list(self._followed.items()):
            try:
                one.follow.update(one.reader.look(), at_s)
            except OSError:
                del self._followed[key]  # found again when it is back
                continue
            if (progress := one.follow.progress(at_s)) is not None:
                found.append((one.source.rank, progress))
        _, best = min(found, key=lambda one: self._order(*one), default=(0, None))
        return best

    def _order(
        self, rank: int, progress: Progress
    ) -> tuple[bool, bool, bool, int, bool]:
        """Sort a source that tells a speed in steps before others, and of equal ones
        the one that was told before.
        """
        told = self._told
        is_told = told is not None and (told.source, told.where) == (
            progress.source,
            progress.where,
        )
        return (
            progress.steps_per_s is None,
            progress.unit == "epoch",
            progress.unit != STEP and rank > 0,
            rank,
            not is_told,
        )

    def _reason(self) -> Absent:
        if not self._is_readable:
            return NOT_READABLE
        for one in self._followed.values():
            name = PurePath(one.path).name
            return Absent(_NO_STEP_YET.filled(file=name))
        return NO_SOURCE
