"""Memory, swap and storage of one member: the files beside those of its threads."""

from __future__ import annotations

from dataclasses import dataclass, field

from traintray.core.rate import Rate
from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.descriptors import read_once
from traintray.core.sensors.refusal import gap_of

# With some slack for rounds that come early.
_PERIOD_S = 4.75
_STATUS_BYTES = 8192
_IO_BYTES = 512
_NO_SWAP = Gap(GapReason.NOT_PRESENT, "no VmSwap in its status")
_NO_MEMORY = Gap(GapReason.NOT_PRESENT, "no RssAnon in its status")
_FIRST = Gap(GapReason.FIRST)
_NO_READS = Gap(GapReason.NOT_PRESENT, "no read_bytes in its io")


@dataclass(slots=True)
class FileNumbers:
    """What the files said when they were last read."""

    swap_bytes: int | None = None
    private_bytes: int | None = None
    read_bytes_per_s: float | None = None
    gaps: dict[str, Gap] = field(default_factory=dict)


class MemberFiles:
    """Reads `status` and `io` of a process once in 5 s: both are dear."""

    def __init__(self, task_fd: int) -> None:
        self._task_fd = task_fd
        self._due_s: float | None = None
        self._reads = Rate()
        self._looks_at_reads = 0
        self._numbers = FileNumbers()

    def reset(self) -> None:
        """Forget what reads were to be compared with."""
        self._reads.reset()
        self._looks_at_reads = 0
        self._due_s = None

    def read(self, at_s: float) -> FileNumbers:
        """Return the numbers, read anew when they are due."""
        if self._due_s is None or at_s >= self._due_s:
            # A rate needs a second look: take it soon, then seldom.
            is_first = self._looks_at_reads == 0
            self._due_s = at_s if is_first else at_s + _PERIOD_S
            self._numbers = self._read(at_s)
        return self._numbers

    def _read(self, at_s: float) -> FileNumbers:
        found = FileNumbers()
        try:
            status = read_once("../status", _STATUS_BYTES, self._task_fd)
        except OSError:
            status = b""
        found.swap_bytes = _kib_after(status, b"\nVmSwap:")
        found.private_bytes = _kib_after(status, b"\nRssAnon:")
        if found.swap_bytes is None:
            found.gaps["swap_bytes"] = _NO_SWAP
        if found.private_bytes is None:
            found.gaps["private_bytes"] = _NO_MEMORY
        self._look_at_reads(found, at_s)
        return found

    def _look_at_reads(self, found: FileNumbers, at_s: float) -> None:
        gap = _FIRST
        try:
            content = read_once("../io", _IO_BYTES, self._task_fd)
            start = content.index(b"\nread_bytes:") + len(b"\nread_bytes:")
            read_bytes = int(content[start : start + 32].split(None, 1)[0])
            found.read_bytes_per_s = self._reads.update(read_bytes, at_s)
        except OSError as error:
            gap = gap_of(error)
        except (ValueError, IndexError):
            gap = _NO_READS
        self._looks_at_reads += 1
        if found.read_bytes_per_s is None:
            found.gaps["read_bytes_per_s"] = gap


def _kib_after(status: bytes, label: bytes) -> int | None:
    try:
        start = status.index(label) + len(label)
        return int(status[start : start + 32].split(None, 1)[0]) * 1024
    except (ValueError, IndexError):
        return None
