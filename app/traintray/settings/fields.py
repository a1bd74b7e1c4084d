"""Declares one option of a settings dataclass: label, unit and what it may hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from traintray.core.sentence import Sentence
from traintray.settings.forms import Form

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)

_KEY = "traintray.option"

Value = bool | int | float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """What a screen and a reader need to know of one field."""

    label: str
    default: Value
    unit: str = ""
    """`s`, `min`; empty for a pure number, a switch or a choice."""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str | float, ...] = ()
    form: Form | None = None
    """What a text or a list has to look like that is no choice."""
    hint: str = ""
    """One more line about it; empty where the label says all."""

    def problem_with(self, value: object) -> str | None:
        """Return what the value ought to be, or None when it is good."""
        if self.form is not None:
            return self.form(value)
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return None
            return Sentence("Settings", "must be true or false")
        if self.choices:
            return self._not_among(value)
        if self._is_number(value) and self._in_range(value):
            return None
        between = Sentence("Settings", "must be a number from {low} to {high}")
        if isinstance(self.default, int):
            between = Sentence(
                "Settings", "must be a whole number from {low} to {high}"
            )
        low, high = f"{self.minimum:g}", self.with_unit(f"{self.maximum:g}")
        return between.filled(low=low, high=high)

    def accept(self, value: Any) -> Value:
        """Return a good value as the field's own type (JSON writes 15.0 as 15)."""
        if isinstance(self.default, tuple):
            return tuple(value)
        good: Value = float(value) if isinstance(self.default, float) else value
        return good

    def with_unit(self, text: str) -> str:
        """Return a number with its unit behind it."""
        return f"{text} {self.unit}" if self.unit else text

    def _not_among(self, value: object) -> Sentence | None:
        is_fit = isinstance(value, str)
        if isinstance(self.default, float):
            is_fit = self._is_number(value)
        if is_fit and value in self.choices:
            return None
        shown = ", ".join(
            one if isinstance(one, str) else f"{one:g}" for one in self.choices
        )
        one_of = Sentence("Settings", "must be one of {choices}")
        return one_of.filled(choices=self.with_unit(shown))

    def _is_number(self, value: object) -> bool:
        if isinstance(value, bool):  # JSON's true is an int to Python
            return False
        whole = isinstance(self.default, int)
        return isinstance(value, int if whole else (int, float))

    def _in_range(self, value: Any) -> bool:
        low = -float("inf") if self.minimum is None else self.minimum
        high = float("inf") if self.maximum is None else self.maximum
        return bool(low <= value <= high)  # NaN is in no range


@dataclass(frozen=True, slots=True)
class Fits:
    """What values a field may hold: a range, one of some, or a form."""

    between: tuple[float, float] | None = None
    choices: tuple[str | float, ...] = ()
    form: Form | None = None


def option(
    default: Value, label: str, fits: Fits | None = None, unit: str = "", hint: str = ""
) -> Any:
    """Return a dataclass field that carries its `Option`; a switch has no `fits`."""
    fits = fits or Fits()
    low, high = fits.between or (None, None)
    declared = Option(label, default, unit, low, high, fits.choices, fits.form, hint)
    return dataclasses.field(default=default, metadata={_KEY: declared})


def between(low: float, high: float) -> Fits:
    """Take a number of this range, both ends included."""
    return Fits(between=(low, high))


def one_of(*choices: str | float) -> Fits:
    """Take one of these."""
    return Fits(choices=choices)


def looks_like(form: Form) -> Fits:
    """Take what the form has nothing to say against."""
    return Fits(form=form)


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
    if isinstance(value, tuple):
        value = list(value)  # as the file writes it
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
