"""Declares one option of a settings dataclass: label, unit and what it may hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from traintray.core.sentence import Sentence

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)

_KEY = "traintray.option"


@dataclass(frozen=True, slots=True)
class Option:
    """What a screen and a reader need to know of one field."""

    label: str
    default: bool | int | float | str
    unit: str = ""
    """`s`, `min`; empty for a pure number, a switch or a choice."""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()

    def problem_with(self, value: object) -> str | None:
        """Return what the value ought to be, or None when it is good."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return None
            return Sentence("Settings", "must be true or false")
        if isinstance(self.default, str):
            if isinstance(value, str) and value in self.choices:
                return None
            one_of = Sentence("Settings", "must be one of {choices}")
            return one_of.filled(choices=", ".join(self.choices))
        if self._is_number(value) and self._in_range(value):
            return None
        between = Sentence("Settings", "must be a number from {low} to {high}")
        if isinstance(self.default, int):
            between = Sentence(
                "Settings", "must be a whole number from {low} to {high}"
            )
        unit = f" {self.unit}" if self.unit else ""
        return between.filled(low=f"{self.minimum:g}", high=f"{self.maximum:g}{unit}")

    def accept(self, value: object) -> object:
        """Return a good value as the field's own type (JSON writes 15.0 as 15)."""
        is_real = isinstance(self.default, float)
        return float(value) if is_real and isinstance(value, int) else value

    def _is_number(self, value: object) -> bool:
        if isinstance(value, bool):  # JSON's true is an int to Python
            return False
        whole = isinstance(self.default, int)
        return isinstance(value, int if whole else (int, float))

    def _in_range(self, value: Any) -> bool:
        low = -float("inf") if self.minimum is None else self.minimum
        high = float("inf") if self.maximum is None else self.maximum
        return bool(low <= value <= high)  # NaN is in no range


def option(
    default: bool | int | float | str,
    label: str,
    unit: str = "",
    between: tuple[float, float] | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Return a dataclass field that carries its `Option`."""
    low, high = between or (None, None)
    declared = Option(label, default, unit, low, high, choices)
    return dataclasses.field(default=default, metadata={_KEY: declared})


def options(kind: type[DataclassInstance] | DataclassInstance) -> dict[str, Option]:
    """Return the options of a settings class, by field name, in order."""
    return {f.name: f.metadata[_KEY] for f in dataclasses.fields(kind)}


def read(kind: type[T], raw: Mapping[str, object]) -> tuple[T, tuple[str, ...]]:
    """Build `kind` from `raw`; a bad value gives way to its default.

    Returns the object and one sentence for each value that was not used. Names
    that `kind` does not know are left to a newer version of the program.
    """
    good: dict[str, Any] = {}
    problems = []
    for name, declared in options(kind).items():
        if name not in raw:
            continue
        complaint = declared.problem_with(raw[name])
        if complaint is None:
            good[name] = declared.accept(raw[name])
        else:
            template = Sentence(
                "Settings",
                "“{name}” is {value}, but {complaint}; {default} is used instead.",
            )
            values = _shown(raw[name]), _shown(declared.default)
            problems.append(
                template.filled(
                    name=name, value=values[0], complaint=complaint, default=values[1]
                )
            )
    return kind(**good), tuple(problems)


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
