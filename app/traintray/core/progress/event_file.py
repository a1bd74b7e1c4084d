"""Records of a TensorBoard event file, read without TensorFlow.

Framing: length (8 bytes), its checksum (4), the record, its checksum (4); all little
endian, see TensorFlow's `record_writer.h`. The record is an `Event` of `event.proto`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = struct.Struct("<QI")
_FOOTER_BYTES = 4
_LONGEST_RECORD = 1 << 40
_POLYNOMIAL = 0x82F63B78
_MASK_DELTA = 0xA282EAD8
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class BadRecordError(ValueError):
    """The bytes are no record of an event file."""


def _table() -> tuple[int, ...]:
    values = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
        values.append(value)
    return tuple(values)


_CRC = _table()


def _masked_checksum(data: bytes) -> int:
    """Return the CRC-32C of `data` as the format stores it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & 0xFFFFFFFF


def record_length(data: bytes, at: int) -> int | None:
    """Return how long the record is that begins at `at`; None: too little is there.

    Raises BadRecordError when no record begins there.
    """
    if len(data) - at < _HEADER.size:
        return None
    length, checksum = _HEADER.unpack_from(data, at)
    if length > _LONGEST_RECORD or _masked_checksum(data[at : at + 8]) != checksum:
        raise BadRecordError(f"no record at {at}")
    return int(length)


def first_record(data: bytes) -> int | None:
    """Return where the first record begins in bytes from the middle of a file."""
    at = data.find(b"\0\0\0\0\0", 3)  # a length below 16 MiB ends like this
    while at >= 0:
        for begin in range(max(0, at - 3), at + 1):
            try:
                if record_length(data, begin) is not None:
                    return begin
            except BadRecordError:
                continue
        at = data.find(b"\0\0\0\0\0", at + 1)
    return None


def whole_bytes(length: int) -> int:
    """Return how many bytes a record takes with its frame."""
    return _HEADER.size + length + _FOOTER_BYTES


def body(data: bytes, at: int, length: int) -> bytes:
    """Return the record that begins at `at`."""
    return data[at + _HEADER.size : at + _HEADER.size + length]


@dataclass(frozen=True, slots=True)
class Event:
    """One event: scalars that were written for one step."""

    wall_s: float
    """Seconds since 1970."""
    step: int
    scalars: tuple[tuple[str, float], ...]
    """Tag and value."""


def event_of(record: bytes) -> Event:
    """Return an event; what is no scalar in it (pictures, histograms) is left out.

    Raises BadRecordError.
    """
    wall_s, step, scalars = 0.0, 0, []
    for number, value in _fields(record):
        if number == 1 and isinstance(value, float):
            wall_s = value
        elif number == 2 and isinstance(value, int):
            step = value if value < 1 << 63 else value - (1 << 64)
        elif number == 5 and isinstance(value, bytes):
            scalars += [s for n, v in _fields(value) if n == 1 and (s := _scalar(v))]
    return Event(wall_s, step, tuple(scalars))


def _scalar(value: object) -> tuple[str, float] | None:
    """Return tag and value of a `Summary.Value`, when it is one number."""
    if not isinstance(value, bytes):
        return None
    tag, number = "", None
    for field, content in _fields(value):
        if field == 1 and isinstance(content, bytes):
            tag = content.decode("utf-8", "replace")
        elif field == 2 and isinstance(content, float):
            number = content
        elif field == 8 and isinstance(content, bytes):
            number = _single(content)
    return None if number is None else (tag, number)


def _single(tensor: bytes) -> float | None:
    """Return the number in a `TensorProto` of one float, as TensorFlow 2 writes it."""
    for field, content in _fields(tensor):
        if field in (4, 5) and isinstance(content, bytes) and len(content) == 4:
            return float(struct.unpack("<f", content)[0])
        if field == 5 and isinstance(content, float):
            return content
    return None


def _fields(message: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """Yield number and value of each field of a protobuf message."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        value: int | float | bytes
        if kind == _VARINT:
            value, at = _varint(message, at)
        elif kind == _BYTES:
            length, at = _varint(message, at)
            value, at = _cut(message, at, length), at + length
        elif kind == _FIXED64:
            value, at = float(struct.unpack("<d", _cut(message, at, 8))[0]), at + 8
        elif kind == _FIXED32:
            value, at = float(struct.unpack("<f", _cut(message, at, 4))[0]), at + 4
        else:
            raise BadRecordError(f"field of kind {kind}")
        yield key >> 3, value


def _cut(message: bytes, at: int, length: int) -> bytes:
    if at + length > len(message):
        raise BadRecordError("a field is longer than its message")
    return message[at : at + length]


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            break
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise BadRecordError("a number without an end")
