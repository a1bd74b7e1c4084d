"""Takes knobs off the catalogue: one by its name, or all of them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable

from traintray.core.discovery import collect
from traintray.core.knobs import catalog
from traintray.core.knobs.knob import Knob


def find(name: str) -> Knob:
    """Return the knob of that name, importing its file alone.

    Raises LookupError when there is none.
    """
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise LookupError(name)
    path = f"{catalog.__name__}.{name}"
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise LookupError(name) from error
    knob = module.KNOB
    if not isinstance(knob, Knob):
        raise TypeError(f"{path}: KNOB is not a Knob")
    return knob


def all_knobs() -> tuple[Knob, ...]:
    """Return every knob, the cap that sets the usual pools at once first."""
    found = collect(catalog, "KNOB", Knob)
    return tuple(sorted(found, key=lambda knob: knob.name != "thread_cap"))


def that_sets(names: Iterable[str]) -> Knob | None:
    """Return the knob that sets all of these variables, or sets some and clears the
    others; None when none alone does.
    """
    wanted = set(names)
    own = {k.name: {variable.name for variable in k.variables} for k in all_knobs()}
    for knob in all_knobs():
        if wanted and wanted <= own[knob.name]:
            return knob
    for knob in all_knobs():
        if wanted & own[knob.name] and wanted <= own[knob.name] | set(knob.clears):
            return knob
    return None
