"""A value as a person types it, for one option."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sentence import Sentence
from traintray.settings import forms
from traintray.settings.fields import Option, Value

_SWITCH = {
    **dict.fromkeys(("true", "on", "yes", "1"), True),
    **dict.fromkeys(("false", "off", "no", "0"), False),
}
NOTHING = "none"
"""Stands for an empty list, or for the usual place of a file."""
DEFAULT = "default"
"""Stands for what the option has when nobody chooses."""


def value_of(option: Option, text: str) -> Value:
    """Return what `text` stands for. Raises ValueError, with a sentence that says what
    it ought to be.

    A number may bear its unit; a file may be named from the working folder or `~`.
    """
    if text == DEFAULT:
        return option.default
    value = _read(option, text.strip())
    complaint = option.problem_with(value)
    if complaint is not None:
        raise ValueError(complaint)
    return option.accept(value)


def _read(option: Option, text: str) -> object:
    if isinstance(option.default, bool):
        switched = _SWITCH.get(text.lower())
        if switched is None:
            raise ValueError(Sentence("Settings", "must be on or off"))
        return switched
    if isinstance(option.default, tuple):
        return [] if text == NOTHING else [n.strip() for n in text.split(",")]
    if isinstance(option.default, (int, float)):
        return _number(option, text)
    if option.form is forms.place:
        is_usual = text in ("", NOTHING)
        return "" if is_usual else str(Path(text).expanduser().absolute())
    return text


def _number(option: Option, text: str) -> object:
    bare = text.removesuffix(option.unit).strip() if option.unit else text
    try:
        number = float(bare)
    except ValueError:
        return text
    is_whole = isinstance(option.default, int) and number.is_integer()
    return int(number) if is_whole else number


def text_of(value: Value) -> str:
    """Return a value as it is typed: `on`, `15`, `gpu_idle,swapping`, `none`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (int, float)):
        return f"{value:g}"
    text = value if isinstance(value, str) else ",".join(value)
    return text or NOTHING


def range_of(option: Option) -> str:
    """Return what an option may be, in a few words."""
    if isinstance(option.default, bool):
        return "on, off"
    if option.choices:
        return ", ".join(
            one if isinstance(one, str) else f"{one:g}" for one in option.choices
        )
    if option.minimum is not None and option.maximum is not None:
        return f"{option.minimum:g} to {option.maximum:g}"
    if option.form is forms.names:
        return "names of causes, with commas between"
    return "HH:MM" if option.form is forms.clock else "full path"
