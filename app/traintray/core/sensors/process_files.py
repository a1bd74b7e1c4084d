"""Which processes there are, with an open `stat` file for each."""

from __future__ import annotations

import os
from pathlib import Path

from traintray.core.sensors.descriptors import (
    NONE_LEFT,
    OUT_OF_DESCRIPTORS,
    DescriptorStock,
    read_once,
)
from traintray.core.sensors.process_row import STAT_SIZE_BYTES, ProcessRow

_ROOM_TO_MAKE = 64


class ProcessFiles:
    """Keeps `rows` in step with the listing of `/proc`."""

    def __init__(self, root: Path, kept_limit: int) -> None:
        self.rows: dict[int, ProcessRow] = {}
        self.unreadable: set[int] = set()
        """Listed, but not to be read by this user (a `hidepid` mount)."""
        self._proc = root / "proc"
        self._proc_fd = -1
        self._stock = DescriptorStock(kept_limit)
        self._names: set[str] = set()
        self._was_out_of_descriptors = False

    @property
    def kept_count(self) -> int:
        """How many files are kept open."""
        return self._stock.used

    def update(
        self, since_s: float | None
    ) -> tuple[list[ProcessRow], list[ProcessRow]]:
        """List `/proc`; return the processes that are new and those that are gone.

        `since_s` is when it was listed before: a new one had used no CPU then.
        """
        if self._proc_fd < 0:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
            self._proc_fd = os.open(self._proc, flags)
        names = self._list()
        changed, self._names = names ^ self._names, names
        pids = [int(name) for name in changed if name.isdigit()]
        born = [pid for pid in pids if str(pid) in names]
        # Those that are gone first: they leave descriptors for the new ones.
        gone = []
        for pid in set(pids).difference(born):
            self.unreadable.discard(pid)
            if pid in self.rows:
                gone.append(self.remove(pid))
        opened = [self.open(pid, since_s) for pid in born]
        return [row for row in opened if row is not None], gone

    def _list(self) -> set[str]:
        try:
            return set(os.listdir(self._proc_fd))
        except OSError as error:
            # Listing takes a descriptor for itself.
            if error.errno not in OUT_OF_DESCRIPTORS:
                raise
            self._was_out_of_descriptors = True
            self.make_room()
            return set(os.listdir(self._proc_fd))

    def try_unreadable(self) -> list[ProcessRow]:
        """Try those that could not be read again; return those that now can."""
        opened = [self.open(pid, None) for pid in sorted(self.unreadable)]
        return [row for row in opened if row is not None]

    def open(self, pid: int, since_s: float | None) -> ProcessRow | None:
        """Take in a process; None when it is gone already, or may not be read."""
        self.unreadable.discard(pid)
        path = f"{pid}/stat"
        fd = NONE_LEFT
        try:
            fd = self._stock.keep(path, self._proc_fd)
            if fd == NONE_LEFT:
                os.stat(path, dir_fd=self._proc_fd)
        except PermissionError:
            self.unreadable.add(pid)
            return None
        except OSError:
            self._names.discard(str(pid))
            return None
        row = self.rows[pid] = ProcessRow(pid, fd, since_s)
        return row

    def remove(self, pid: int) -> ProcessRow:
        """Let go of a process."""
        row = self.rows.pop(pid)
        self._stock.release(row.fd)
        row.fd = NONE_LEFT
        self._names.discard(str(pid))
        return row

    def read(self, row: ProcessRow) -> bytes:
        """Read a row whose file is not kept open; keep it if there is room now.

        ProcessLookupError when the pid belongs to another process by now. Empty when
        no descriptor is left for the moment; `make_room` then helps the next time.
        """
        try:
            row.fd = self._stock.keep(row.path, self._proc_fd)
            if row.fd == NONE_LEFT:
                raw = read_once(row.path, STAT_SIZE_BYTES, self._proc_fd)
            else:
                raw = os.pread(row.fd, STAT_SIZE_BYTES, 0)
        except OSError as error:
            if error.errno in OUT_OF_DESCRIPTORS:
                self._was_out_of_descriptors = True
                return b""
            raise
        if row.is_other_process(raw):
            raise ProcessLookupError(f"{row.path}: another process has this pid now")
        return raw

    def make_room(self) -> None:
        """Give some descriptors back if the rest of the program had none left."""
        if not self._was_out_of_descriptors:
            return
        self._was_out_of_descriptors = False
        self._stock.shrink(_ROOM_TO_MAKE)
        kept = [row for row in self.rows.values() if row.fd != NONE_LEFT]
        for row in kept[:_ROOM_TO_MAKE]:
            self._stock.release(row.fd)
            row.fd = NONE_LEFT

    def close(self) -> None:
        """Close everything; the next update starts from nothing."""
        for pid in list(self.rows):
            self.remove(pid)
        self._names = set()
        self.unreadable = set()
        if self._proc_fd >= 0:
            os.close(self._proc_fd)
            self._proc_fd = -1
