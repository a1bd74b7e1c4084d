"""The file of a trace: one JSON object per line, plain or compressed with gzip."""

from __future__ import annotations

import errno
import json
import os
import select
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from traintray.core.replay.errors import NoTraceError, TraceError

Json = Any
_GZIP = 31
"""zlib's word for a gzip header around the data."""
_GZIP_MAGIC = b"\x1f\x8b"
_PADDING = b"\0"
_CHUNK_BYTES = 1 << 16
_LONGEST_LINE_BYTES = 1 << 26
"""The first second of ten thousand processes takes 3 MB; more is no trace of ours,
or an archive made to fill the memory."""

_WAIT_S = 10.0
"""A recording grows every second; a pipe that gives nothing for so long has nobody who
writes into it."""


class LineWriter:
    """Writes a new file, line by line; each is on its way to the disk at once.

    Compressed when the name ends in `.gz`: also then all that was written so far can
    be read when the writer is killed. Only this user may read the file, for command
    lines are in it. Raises FileExistsError rather than replace anything.
    """

    def __init__(self, path: Path) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self._file = os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)
        self._path = path
        self._zip = zlib.compressobj(6, wbits=_GZIP) if path.suffix == ".gz" else None
        self.line_count = 0
        """How many lines were written to their end."""
        self._is_whole = True

    def write(self, value: Json) -> None:
        """Write one line; OSError with the name of the file when the disk is full."""
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        raw = f"{text}\n".encode("ascii")
        self._is_whole = False
        if self._zip is not None:
            raw = self._zip.compress(raw) + self._zip.flush(zlib.Z_SYNC_FLUSH)
        self._put(raw)
        self._is_whole = True
        self.line_count += 1

    def close(self) -> None:
        """Finish the file, unless it was interrupted within a line."""
        try:
            if self._zip is not None and self._is_whole:
                self._put(self._zip.flush())
        finally:
            self._file.close()

    def _put(self, raw: bytes) -> None:
        try:
            while raw:
                raw = raw[self._file.write(raw) :]
        except OSError as error:
            error.filename = os.fspath(self._path)
            raise


class LineReader:
    """Reads the lines of a trace, and knows how far it came."""

    def __init__(self, path: Path, wait_s: float = _WAIT_S) -> None:
        """OSError when the file cannot be opened, NoTraceError for a device.

        `wait_s`: how long a pipe may give nothing.
        """
        # A pipe that nobody writes into would else keep us here for good.
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        self._file = os.fdopen(_opened(path, flags), "rb", buffering=0)
        about = os.fstat(self._file.fileno())
        self._wait_s = None if stat.S_ISREG(about.st_mode) else wait_s
        self._size_bytes = max(1, about.st_size)
        self._taken_bytes = 0
        self._piece_bytes = (0, 0)
        """Where the piece that is being cut into lines lies in the file."""
        self._cut_fraction = 0.0
        """How much of this piece was cut."""
        self.line_number = 0
        """Of the line that was given last, from 1."""
        self.is_cut = False
        """The last line was not written to its end and was left out."""

    @property
    def done_fraction(self) -> float | None:
        """How much of the file its lines so far are, 0..1; None for a pipe."""
        if self._wait_s is not None:
            return None
        begin, end = self._piece_bytes
        done_bytes = begin + (end - begin) * self._cut_fraction
        return min(1.0, done_bytes / self._size_bytes)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def lines(self) -> Iterator[dict[str, Json]]:
        """Yield every line; TraceError at one that is none, OSError as any file."""
        parts: list[bytes] = []
        length = 0
        for chunk in self._chunks():
            *ended, rest = chunk.split(b"\n")
            cut_bytes = 0
            for piece in ended:
                cut_bytes += len(piece) + 1
                self._cut_fraction = cut_bytes / len(chunk)
                yield self._parsed(b"".join((*parts, piece)))
                parts, length = [], 0
            parts.append(rest)
            length += len(rest)
            if length > _LONGEST_LINE_BYTES:
                self._refuse("is longer than a line of a trace can be")
        self._piece_bytes = self._taken_bytes, self._taken_bytes
        last = b"".join(parts)
        if last:
            try:
                value = self._parsed(last)
            except NoTraceError:
                raise
            except TraceError:
                self.is_cut = True
                return
            yield value

    def _chunks(self) -> Iterator[bytes]:
        first = self._taken()
        if not first.startswith(_GZIP_MAGIC):
            while first:
                self._begin_piece()
                yield first
                first = self._taken()
            return
        unzip = zlib.decompressobj(_GZIP)
        while first:
            try:
                # Bounded, since a small file may hold a gigabyte of nothing.
                piece = unzip.decompress(first, _CHUNK_BYTES * 16)
            except zlib.error:
                self._refuse("is damaged")
            self._begin_piece(len(unzip.unconsumed_tail) + len(unzip.unused_data))
            yield piece
            first = unzip.unconsumed_tail
            if unzip.eof:  # what was compressed in parts has one end per part
                first = unzip.unused_data.lstrip(_PADDING) or self._after_padding()
                unzip = zlib.decompressobj(_GZIP)
            first = first or self._taken()

    def _begin_piece(self, left_bytes: int = 0) -> None:
        """Count what was taken, but for what is left of it, as the next piece."""
        _, begin = self._piece_bytes
        self._piece_bytes = begin, self._taken_bytes - left_bytes
        self._cut_fraction = 0.0

    def _after_padding(self) -> bytes:
        """Return what follows the zeros with which a tape or a disk fills a file up."""
        while chunk := self._taken():
            if rest := chunk.lstrip(_PADDING):
                return rest
        return b""

    def _taken(self) -> bytes:
        if self._wait_s is not None:
            self._wait(self._wait_s)
        chunk = self._file.read(_CHUNK_BYTES) or b""
        self._taken_bytes += len(chunk)
        return chunk

    def _wait(self, wait_s: float) -> None:
        """Wait until a pipe gives something or is closed."""
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        if poll.poll(wait_s * 1000.0):
            return
        said = (
            f"it is a pipe into which nothing was written for {wait_s:g} s; write the"
            " recording to a file and replay that"
        )
        raise TraceError(said) if self.line_number else NoTraceError(said)

    def _parsed(self, raw: bytes) -> dict[str, Json]:
        self.line_number += 1
        try:
            value = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            self.line_number -= 1
            self._refuse("is damaged")
        if not isinstance(value, dict):
            self.line_number -= 1
            self._refuse("is damaged")
        return value

    def _refuse(self, what: str) -> NoReturn:
        if not self.line_number:
            raise NoTraceError("it is no trace that traintray recorded")
        raise TraceError(f"line {self.line_number + 1} {what}")


def _opened(path: Path, flags: int) -> int:
    """Return the descriptor of a file or a pipe; close that of anything else."""
    descriptor = os.open(path, flags)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise NoTraceError("it is a device; a recording is a file")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
