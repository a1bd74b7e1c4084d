"""`traintray settings`: the settings of the app, for those without its window."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from traintray.cli.streams import complain, plain, print_json, shortened
from traintray.settings import env_place, settings, typed
from traintray.settings.fields import Option, Value, options
from traintray.settings.folders import Folders
from traintray.settings.kinds import told_kinds
from traintray.settings.settings import Settings

SCHEMA = 1


def run(args: argparse.Namespace) -> int:
    """Show or change; 2 for a name or a value that does not exist."""
    folders, declared = Folders.find(), options(Settings)
    if args.name is not None and args.name not in declared:
        complain(_unknown(args.name, tuple(declared)))
        return 2
    if args.value is not None:
        status = _change(folders, args.name, args.value)
        if status != 0:
            return status
    chosen, problems = settings.load(folders.settings_file)
    names = tuple(declared) if args.name is None else (args.name,)
    if args.json:
        print_json(
            {
                "schema": SCHEMA,
                "path": str(folders.settings_file),
                "problems": [str(problem) for problem in problems],
                "settings": [_object(n, declared[n], chosen) for n in names],
            }
        )
        return 0
    for problem in problems:
        complain(problem)
    for name in names:
        print(plain(_line(name, declared[name], chosen)))
    if args.name is None:
        print(f"* chosen by you, in {plain(str(folders.settings_file))}")
    return 0


def _unknown(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"there is no setting {shortened(name)!r}.{meant} See: traintray settings"


def _change(folders: Folders, name: str, text: str) -> int:
    try:
        value = typed.value_of(options(Settings)[name], text)
        _refuse_unknown_kinds(name, value)
    except ValueError as error:
        complain(f"{name} is {shortened(text)!r}, but {error}.")
        return 2
    before, _ = settings.load(folders.settings_file)
    try:
        if name == "env_file":
            _move(before, str(value), folders)
        told = settings.change(folders.settings_file, {name: value})
    except OSError as error:
        place = error.filename or folders.settings_file
        complain(f"nothing was changed: {place}: {error.strerror}.")
        return 1
    if told is not None:
        complain(told)
    return 0


def _refuse_unknown_kinds(name: str, value: Value) -> None:
    """Raise ValueError for a cause that no rule knows: a typing error."""
    if name != "muted_kinds" or not isinstance(value, tuple) or not value:
        return
    known = told_kinds()
    if not set(known).issuperset(value):
        raise ValueError(f"must be of {', '.join(known)}")


def _move(before: Settings, wanted: str, folders: Folders) -> None:
    """Begin the new env file, and say what still loads the old one."""
    old = env_place.env_file(before, folders)
    new = Path(wanted) if wanted else folders.env_file
    moved = env_place.move(old, new, Path.home())
    if old == new or not old.exists():
        return
    copied = ", its variables are in the new one too" if moved.is_copied else ""
    complain(f"{old} stays as it is{copied}.")
    for loader in moved.loaders:
        complain(f"{loader} still loads {old}: put {new} there instead.")


def _object(name: str, option: Option, chosen: Settings) -> dict[str, object]:
    return {
        "name": name,
        "value": getattr(chosen, name),
        "default": option.default,
        "unit": option.unit,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": option.choices,
        "label": str(option.label),
    }


def _line(name: str, option: Option, chosen: Settings) -> str:
    value = getattr(chosen, name)
    mark = " " if value == option.default else "*"
    shown = option.with_unit(typed.text_of(value))
    fits = option.with_unit(typed.range_of(option))
    default = typed.text_of(option.default)
    return f"{mark} {name:<26} {shown:<16} {fits}; default {default}"
