"""Values to JSON and back, by their types: nothing is written by hand for any of them.

A dataclass is an object that leaves out the fields that have their default value, so
a field that is added later is simply absent in older traces. A tuple is a list, an
enumeration its name, a set of texts a list of numbers in the table of texts. Numbers
come back exactly as they were: a verdict must not hang on a rounding.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from traintray.core.replay import sentences
from traintray.core.replay.errors import TraceError
from traintray.core.replay.texts import TextTable
from traintray.core.sentence import Sentence

Json = Any
Turn = Callable[[Any], Any]

_LARGEST = 2**63
_ODD_FLOATS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


class Way(NamedTuple):
    """How values of one type are written and read."""

    write: Turn
    read: Turn
    """Raises TraceError for what such a value cannot be."""


class Codec:
    """Writes and reads values of every type that readings are made of."""

    def __init__(self, texts: TextTable) -> None:
        self._texts = texts
        self._ways: dict[Any, Way] = {
            bool: Way(_same, _checked(bool)),
            int: Way(_same, _read_int),
            float: Way(_write_float, _read_float),
            str: Way(_same, _checked(str)),
            type(None): Way(_same, _checked(type(None))),
            Sentence: Way(sentences.written, sentences.read),
        }

    def way(self, kind: Any) -> Way:
        """Return how a type is written; TypeError for one that has no form here."""
        found = self._ways.get(kind)
        if found is None:
            found = self._ways[kind] = self._make(kind)
        return found

    def _make(self, kind: Any) -> Way:
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if origin in (types.UnionType, typing.Union) and type(None) in inner:
            (only,) = (part for part in inner if part is not type(None))
            return _optional(self.way(only))
        if origin in (types.UnionType, typing.Union):
            return _either({part.__name__: self.way(part) for part in inner})
        if origin is tuple and inner[1:] == (...,):
            return _row(self.way(inner[0]))
        if origin is tuple:
            return _fixed([self.way(part) for part in inner])
        if origin is frozenset and inner == (str,):
            return Way(self._texts.numbers, self._read_texts)
        if origin in (Mapping, dict) and inner[0] in (str, int):
            return _mapping(inner[0], self.way(inner[1]))
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _enumeration(kind)
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            return self._record(kind)
        raise TypeError(f"{kind} has no form in a trace")

    def _record(self, kind: type) -> Way:
        hints = typing.get_type_hints(kind)
        fields = [f for f in dataclasses.fields(kind) if f.init]
        ways = {f.name: self.way(hints[f.name]) for f in fields}
        defaults = {f.name: _default(f) for f in fields}
        needed = {name for name, default in defaults.items() if default is _NO_DEFAULT}
        plan = [(n, ways[n].write, defaults[n]) for n in ways]

        def write(value: Any) -> Json:
            found = {}
            for name, turn, default in plan:
                part = getattr(value, name)
                if part is not default and (default is _NO_DEFAULT or part != default):
                    found[name] = turn(part)
            return found

        def read(json: Json) -> Any:
            given = _object(json)
            if needed - given.keys():
                raise TraceError(f"{kind.__name__} lacks {min(needed - given.keys())}")
            return kind(**{n: ways[n].read(v) for n, v in given.items() if n in ways})

        return Way(write, read)

    def _read_texts(self, json: Json) -> frozenset[str]:
        return frozenset(self._texts.text(number) for number in _array(json))


_NO_DEFAULT = object()


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return _NO_DEFAULT


def _same(value: Any) -> Any:
    return value


def _checked(kind: type) -> Turn:
    def read(json: Json) -> Any:
        if not isinstance(json, kind):
            raise TraceError(f"{json!r:.60} is no {kind.__name__}")
        return json

    return read


def _read_int(json: Json) -> int:
    if type(json) is not int or not -_LARGEST < json < _LARGEST:
        raise TraceError(f"{json!r:.60} is no whole number")
    return json


def _write_float(value: float) -> Json:
    return value if math.isfinite(value) else str(value)


def _read_float(json: Json) -> float:
    if type(json) is float and math.isfinite(json):
        return json
    if isinstance(json, str) and json in _ODD_FLOATS:
        return _ODD_FLOATS[json]
    try:
        return _read_int(json)
    except TraceError:
        raise TraceError(f"{json!r:.60} is no number") from None


def _optional(way: Way) -> Way:
    return Way(
        lambda value: None if value is None else way.write(value),
        lambda json: None if json is None else way.read(json),
    )


def _row(way: Way) -> Way:
    return Way(
        lambda values: [way.write(value) for value in values],
        lambda json: tuple(way.read(part) for part in _array(json)),
    )


def _fixed(ways: list[Way]) -> Way:
    def read(json: Json) -> tuple[Any, ...]:
        if len(_array(json)) != len(ways):
            raise TraceError(f"{len(json)} values where {len(ways)} are due")
        return tuple(way.read(part) for way, part in zip(ways, json, strict=True))

    return Way(
        lambda values: [w.write(v) for w, v in zip(ways, values, strict=True)], read
    )


def _mapping(key_kind: type, way: Way) -> Way:
    def read(json: Json) -> dict[Any, Any]:
        return {
            whole(key) if key_kind is int else key: way.read(part)
            for key, part in _object(json).items()
        }

    return Way(lambda found: {str(k): way.write(v) for k, v in found.items()}, read)


def _either(kinds: dict[str, Way]) -> Way:
    """One of several classes: an object with the name of the class as its only key."""

    def write(value: Any) -> Json:
        name = type(value).__name__
        return {name: kinds[name].write(value)}

    def read(json: Json) -> Any:
        for name, part in _object(json).items():
            if name in kinds:
                return kinds[name].read(part)
        raise TraceError(f"{json!r:.60} is none of {', '.join(kinds)}")

    return Way(write, read)


def _enumeration(kind: type[Enum]) -> Way:
    def read(json: Json) -> Enum:
        if isinstance(json, str) and json in kind.__members__:
            return kind[json]
        raise TraceError(f"{json!r:.60} is no {kind.__name__}")

    return Way(lambda value: value.name, read)


def whole(text: str) -> int:
    """Return the number that a key of an object stands for; TraceError if none."""
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text)
    raise TraceError(f"{text!r:.60} is no number of a process")


def _object(json: Json) -> dict[str, Json]:
    if not isinstance(json, dict):
        raise TraceError(f"{json!r:.60} stands where an object is due")
    return json


def _array(json: Json) -> list[Json]:
    if not isinstance(json, list):
        raise TraceError(f"{json!r:.60} stands where a list is due")
    return json
