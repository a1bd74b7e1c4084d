"""The first line of a trace: what it is, and what does not change in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from traintray.core.diagnosis.tuning import RANGES
from traintray.core.frame import Machine
from traintray.core.replay.codec import Codec
from traintray.core.replay.errors import NoTraceError, TraceError
from traintray.core.replay.texts import TextTable

Json = Any
FORMAT = "traintray trace"
SCHEMA = 1
"""Goes up when an older version would misread what is written. Fields that may be
absent can be added without that."""

_YEAR_9999_S = 253_000_000_000.0
"""No calendar goes further."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a recording was made of."""

    version: str
    """Of the traintray that wrote it."""
    wall_s: float
    """When it began, in seconds since 1970."""
    sensors: tuple[str, ...]
    """Their keys, in the order in which they were read."""
    machine: Machine
    has_bfloat16: bool
    own_pid: int
    """The recorder itself, which is left out of what uses the CPU."""
    sustained_s: float
    min_active_s: float
    forced_pid: int | None = None
    is_scrubbed: bool = False
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Those in force, by the names of `Tuning`, also where they were the usual ones:
    a later version may have others. Empty in a trace of before they were kept."""


def written(header: Header) -> dict[str, Json]:
    """Return the first line of a trace."""
    fields = Codec(TextTable()).way(Header).write(header)
    return {"format": FORMAT, "schema": SCHEMA, **fields}


def begins(line: dict[str, Json]) -> bool:
    """Tell whether a line is the first one of a recording."""
    return line.get("format") == FORMAT


def read(line: dict[str, Json]) -> Header:
    """Return the header that a first line holds; NoTraceError when it is none."""
    schema = line.get("schema")
    if not begins(line) or type(schema) is not int or schema < 1:
        raise NoTraceError("it is no trace that traintray recorded")
    if schema > SCHEMA:
        raise NoTraceError(
            f"it has schema {schema}, and this traintray reads up to {SCHEMA};"
            " update traintray to replay it"
        )
    try:
        header: Header = Codec(TextTable()).way(Header).read(line)
    except TraceError as error:
        raise NoTraceError(f"its first line is damaged: {error}") from error
    wrong = next(_wrong(header), None)
    if wrong is not None:
        raise NoTraceError(f"its first line is damaged: {wrong}")
    return header


def _wrong(header: Header) -> Iterator[str]:
    """Yield what cannot be. Rules that are given a threshold outside its range end
    in wrong causes, or in none.
    """
    if header.machine.logical_cpus < 1 or not 0 <= header.wall_s < _YEAR_9999_S:
        yield "no such machine"
    limits = [("sustained_s", header.sustained_s), *header.thresholds.items()]
    for name, value in limits:
        low, high = RANGES.get(name, (0.0, math.inf))
        if not (low <= value <= high and 0 < value < math.inf):
            bounds = f"from {low:g} to {high:g}" if high < math.inf else "above 0"
            yield f"{name} is {value:g}; it can be {bounds}"
