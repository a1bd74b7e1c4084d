"""Records as JSON text and back, forgiving in what it reads."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union

T = TypeVar("T")


def encoded(record: Any) -> str:
    """Return a record as one line of JSON; text that is not UTF-8 is escaped."""
    return json.dumps(record, separators=(",", ":"), default=_plain)


def decoded(kind: type[T], text: str) -> T:
    """Return the record that was encoded.

    A field that an older version did not write has its default, one that only a newer
    version knows is left out. Raises ValueError when the text is no such record.
    """
    try:
        record: T = _value(kind, json.loads(text))
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"no {kind.__name__}: {error}") from error
    return record


def _plain(value: Any) -> Any:
    """Return one level of what JSON does not know by itself."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    kind: Any = type(value)
    return {name: getattr(value, name) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _value(kind: Any, raw: Any) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        if raw is None:
            return None
        return _value(next(each for each in inner if each is not type(None)), raw)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_value(inner[0], each) for each in raw)
        return tuple(map(_value, inner, raw))
    if origin is not None:  # Mapping: the keys are text
        return {key: _value(inner[1], each) for key, each in raw.items()}
    if is_dataclass(kind):
        return _record(kind, raw)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(raw)
    return float(raw) if kind is float else raw


def _record(kind: Any, raw: Any) -> Any:
    hints = _hints(kind)
    given = {}
    for each in fields(kind):
        if each.name in raw:
            given[each.name] = _value(hints[each.name], raw[each.name])
        elif each.default is MISSING and each.default_factory is MISSING:
            raise KeyError(each.name)
    return kind(**given)
