"""Remembers samples and records on disk, from a thread of its own."""

from __future__ import annotations

import errno
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.historyfile import is_damage, move_aside
from traintray.core.archive.limits import DEFAULT_LIMITS, Limits
from traintray.core.archive.openfile import OpenFile
from traintray.core.archive.pending import Pending
from traintray.core.archive.recorder import Record
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
)
from traintray.core.heap import return_memory
from traintray.core.sentence import Sentence

log = logging.getLogger(__name__)

BATCH_S = 10.0
"""So much is lost when the app is killed. A shorter time costs more writes."""
_CLOSE_S = 5.0
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class ArchiveWriter:
    """Takes what is to be remembered. Nothing here waits for the disk, except `close`.

    Any thread may call it. What cannot be written waits, up to two minutes of samples,
    and is tried again with the next batch; `problem` says why, until it is mended.
    The file is opened by the writing thread: `start` returns at once, and a file that
    is damaged, newer or on a full disk never is an error to the caller.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits = DEFAULT_LIMITS,
        batch_s: float = BATCH_S,
        monotonic_s: Callable[[], float] = time.monotonic,
        when_open: Callable[[], None] = lambda: None,
    ) -> None:
        """`when_open` is called once, on the writing thread, before it first writes."""
        self._path = path
        self._batch_s = batch_s
        self._monotonic_s = monotonic_s
        self._when_open = when_open
        self._file = OpenFile(path, limits)
        self._pending = Pending()
        self._numbers: dict[str, int] = {}
        self._due_s: float | None = None
        self._problem: Sentence | None = None
        self._news: Sentence | None = None
        self._broken: Path | None = None
        self._wake = threading.Event()
        self._ending = False
        self._is_opened = threading.Event()
        self._thread = threading.Thread(target=self._run, name="archive", daemon=True)

    def keep_to(self, limits: Limits) -> None:
        """Keep to other limits from now on; may be called from any thread."""
        self._file.keep_to(limits)

    def start(self) -> None:
        """Open the file and begin writing, on a thread of its own."""
        self._thread.start()

    @property
    def problem(self) -> Sentence | None:
        """What a person should hear: nothing can be written, or a damaged file was
        moved aside. Tell each sentence once; None when all is well.
        """
        return self._problem or self._news

    def wait_until_open(self, timeout_s: float) -> bool:
        """Wait until opening the file was tried; say whether it was by then."""
        return self._is_opened.wait(timeout_s)

    def add(self, wall_s: float, values: Mapping[str, float | None]) -> None:
        """Remember one round of samples by series name; seconds since 1970.

        `values` must not change afterwards. Call it with no values in a round without
        any: that keeps the pace of writing.
        """
        if values:
            self._pending.add((wall_s, values))
        self._keep_pace()

    def save_run(self, run: RunRecord) -> int:
        """Insert or update a run by its identity.

        Return the number it has in the archive, 0 until it was written once: ask again
        with the next save. `run.number` is not looked at.
        """
        self._save(run)
        return self._numbers.get(run.identity, 0)

    def save_episode(self, episode: EpisodeRecord) -> None:
        """Insert or update an episode by run, kind and onset."""
        self._save(episode)

    def save_notice(self, notice: NoticeRecord) -> None:
        """Insert or update a notification by time and kind."""
        self._save(notice)

    def save_knob_change(self, change: KnobRecord) -> None:
        """Insert a knob's change; one of that knob at that time is there already."""
        self._save(change)

    def flush_soon(self) -> None:
        """Write what waits now rather than with the next batch."""
        self._wake.set()

    def close(self) -> bool:
        """Write what waits and let go of the file; say whether that was done in time.

        A disk that hangs is left behind.
        """
        self._ending = True
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join(_CLOSE_S)
        return not self._thread.is_alive()

    def _save(self, record: Record) -> None:
        self._pending.save(record)
        self._keep_pace()

    def _keep_pace(self) -> None:
        """Wake the writing thread when something has waited for a batch's time."""
        if not self._pending:
            return
        now_s = self._monotonic_s()
        if self._due_s is None:
            self._due_s = now_s + self._batch_s
        elif now_s >= self._due_s:
            self._due_s = now_s + self._batch_s
            self._wake.set()

    def _run(self) -> None:
        self._try(self._open)
        self._when_open()
        self._is_opened.set()
        while True:
            self._wake.wait()
            self._wake.clear()
            is_last = self._ending
            self._due_s = None
            self._try(self._flush)
            if is_last:
                break
        self._file.close()

    def _open(self) -> None:
        self._file.open()
        broken = self._file.broken
        if broken is not None and broken != self._broken:
            self._tell_broken(broken)

    def _flush(self) -> None:
        samples, records = self._pending.take()
        try:
            self._open()
            self._numbers.update(self._file.write(samples, records))
        except UnicodeEncodeError:
            raise  # no file ever takes this batch
        except BaseException:
            self._pending.put_back(samples, records)
            raise
        if self._file.tidy():
            return_memory()

    def _try(self, step: Callable[[], None], is_second: bool = False) -> None:
        """Do a step; what goes wrong is told, and the app goes on. When a damaged file
        was moved aside, do it once more, with the new one.
        """
        try:
            step()
        except ArchiveError as error:
            self._file.close()
            self._set_problem(error.args[0])
        except (sqlite3.Error, OSError, ValueError) as error:
            self._file.close()
            if is_damage(error):
                log.warning("the history is damaged: %s", error)
                self._move_aside()
                if not is_second:
                    self._try(step, is_second=True)
            else:
                self._set_problem(_about(error, self._path))
        else:
            self._set_problem(None)

    def _move_aside(self) -> None:
        try:
            self._tell_broken(move_aside(self._path))
        except OSError as error:
            self._set_problem(_about(error, self._path))

    def _tell_broken(self, aside: Path) -> None:
        self._broken = aside
        broken = Sentence(
            "Archive",
            "The history was damaged. It was kept as {aside}, and a new one begun.",
        )
        self._news = broken.filled(aside=aside)
        log.warning("%s", self._news)

    def _set_problem(self, problem: Sentence | None) -> None:
        if problem != self._problem:
            if problem is None:
                log.info("the history can be written again")
            else:
                log.warning("%s", problem)
        self._problem = problem


def _about(error: Exception, path: Path) -> Sentence:
    """Return what a person is told of a failure to write."""
    is_full = isinstance(error, OSError) and error.errno in _NO_ROOM
    if is_full or "is full" in str(error):
        full = Sentence(
            "Archive",
            "The disk is full: {path} cannot grow. Measuring goes on; what happens"
            " meanwhile is missing in the history.",
        )
        return full.filled(path=path)
    unwritable = Sentence(
        "Archive",
        "{path} cannot be written ({error}). Measuring goes on; what happens meanwhile"
        " is missing in the history.",
    )
    return unwritable.filled(path=path, error=error)
