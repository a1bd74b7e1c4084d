"""Samples as bytes and back.

Values are kept as 32-bit floats: seven digits, enough for a graph. A missing value is
NaN. Times are whole milliseconds. The bytes of equal weight are put side by side before
zlib sees them, which makes slow series about half as large.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

NAN = float("nan")
_CONSTANT, _PACKED = b"c", b"z"
_LEVEL, _WINDOW_BITS, _MEMORY_LEVEL = 1, 12, 5
"""A small buffer makes zlib count anew for each of the four bytes and again within
them, which packs a chunk of 32 series in full 6 % tighter than the usual one and takes
40 KiB instead of 260. With a yet smaller one it is 5 % larger and takes longer."""
_HEAD = struct.Struct("<II")
_FLOAT = struct.Struct("<f")
_BASE = struct.Struct("<q")


def pack(values: array[float]) -> bytes:
    """Return values as a chunk; one that never changes takes five bytes."""
    raw = values.tobytes()
    width = values.itemsize
    if raw == raw[:width] * len(values):
        return _CONSTANT + raw[:width]
    return _PACKED + _deflated(_by_weight(raw, width))


def unpack(chunk: bytes, count: int) -> array[float]:
    """Return the `count` values of a chunk. Raises ValueError when it is damaged."""
    values = array("f")
    if chunk[:1] == _CONSTANT and len(chunk) == 1 + _FLOAT.size:
        values.frombytes(chunk[1:] * count)
    else:
        values.frombytes(_in_order(by_weight(chunk, count), _FLOAT.size))
    return values


def by_weight(chunk: bytes, count: int) -> bytes:
    """Return the `count` values of a chunk as the bytes of 32-bit floats: first the
    first bytes of all, then the second ones. Raises ValueError when it is damaged.

    For who puts many chunks in order at once.
    """
    if chunk[:1] == _CONSTANT:
        raw = b"".join(chunk[at : at + 1] * count for at in range(1, len(chunk)))
    else:
        raw = _inflated(chunk, _FLOAT.size * count)
    if len(raw) != _FLOAT.size * count:
        found = len(raw) / _FLOAT.size
        raise ValueError(f"a chunk of {found:g} values where {count} belong")
    return raw


def pack_times(times: Sequence[float]) -> bytes:
    """Return rising times, to the millisecond."""
    ticks = [round(at_s * 1000) for at_s in times]
    steps = array("q", map(int.__sub__, ticks[1:], ticks))
    return _BASE.pack(ticks[0]) + _deflated(_by_weight(steps.tobytes(), 8))


def unpack_times(data: bytes) -> array[float]:
    """Return the times that were packed. Raises ValueError when they are damaged."""
    try:
        (at,) = _BASE.unpack_from(data)
        steps = array("q")
        steps.frombytes(_in_order(zlib.decompress(data[_BASE.size :]), 8))
    except (struct.error, zlib.error) as error:
        raise ValueError(f"damaged times: {error}") from error
    return array("d", [tick / 1000 for tick in accumulate(steps, initial=at)])


def _by_weight(raw: bytes, width: int) -> bytes:
    return b"".join(raw[place::width] for place in range(width))


def _deflated(raw: bytes) -> bytes:
    work = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)
    return work.compress(raw) + work.flush()


def _in_order(shuffled: bytes, width: int) -> bytes:
    raw = bytearray(len(shuffled))
    count = len(shuffled) // width
    for place in range(width):
        raw[place::width] = shuffled[place * count : (place + 1) * count]
    return bytes(raw)


def _inflated(chunk: bytes, size: int) -> bytes:
    if chunk[:1] != _PACKED:
        raise ValueError("a chunk of an unknown kind")
    try:
        # Told the size, zlib need not begin small and copy as it grows.
        return zlib.decompress(memoryview(chunk)[1:], zlib.MAX_WBITS, max(1, size))
    except zlib.error as error:
        raise ValueError(f"a damaged chunk: {error}") from error


@dataclass(frozen=True, slots=True)
class Batch:
    """A few rounds of samples: series by number, times that rise."""

    number: int
    """Counts up in the order of writing."""
    times: array[float]
    places: Mapping[int, int]
    """Where each series stands in `data`, by its number."""
    data: memoryview
    """For each series the values of all times, 32-bit floats."""

    def values(self, series: int) -> bytes | memoryview:
        """Return the values of one series as bytes; all NaN without it."""
        width = _FLOAT.size * len(self.times)
        place = self.places.get(series)
        if place is None:
            return _FLOAT.pack(NAN) * len(self.times)
        return self.data[place * width : (place + 1) * width]


def pack_batch(
    times: Sequence[float],
    rounds: Sequence[Mapping[str, float | None]],
    numbers: Mapping[str, int],
) -> bytes:
    """Return rounds of samples as one blob; `numbers` tells the series by name."""
    flat = array("f")
    keys = list(rounds[0])
    if all(list(values) == keys for values in rounds):
        columns = zip(*(values.values() for values in rounds), strict=True)
    else:
        keys = list(dict.fromkeys(key for values in rounds for key in values))
        columns = zip(*(map(values.get, keys) for values in rounds), strict=True)
    for column in columns:
        if None in column:
            flat.extend([NAN if value is None else value for value in column])
        else:
            flat.extend(column)
    ids = array("I", [numbers[key] for key in keys])
    head = _HEAD.pack(len(times), len(ids))
    return head + array("d", times).tobytes() + ids.tobytes() + flat.tobytes()


Places = dict[bytes, Mapping[int, int]]
"""Where series stand in batches, by the part of a batch that says so."""


def unpack_batch(number: int, blob: bytes, known: Places) -> Batch:
    """Return a batch. Raises ValueError when it is damaged.

    Most batches name the same series: hand the same `known` to all of them, and they
    share what would otherwise be the larger part of the memory they take.
    """
    if len(blob) < _HEAD.size:
        raise ValueError("a batch without a head")
    time_count, series_count = _HEAD.unpack_from(blob)
    times, series = array("d"), array("I")
    after_times = _HEAD.size + times.itemsize * time_count
    after_series = after_times + series.itemsize * series_count
    if len(blob) != after_series + _FLOAT.size * time_count * series_count:
        raise ValueError("a batch of the wrong length")
    times.frombytes(blob[_HEAD.size : after_times])
    named = blob[after_times:after_series]
    if named not in known:
        series.frombytes(named)
        known[named] = {each: place for place, each in enumerate(series)}
    return Batch(number, times, known[named], memoryview(blob)[after_series:])
