"""How many arenas glibc's malloc keeps: fewer save memory and cost waiting."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import Bounds, Legal, Settings, whole
from traintray.core.knobs.pool import environ_check

_NAME = "MALLOC_ARENA_MAX"
_DEFAULT_PER_CPU = 8
"""What glibc allows by itself on 64 bits; more changes nothing."""


def _most(bounds: Bounds) -> int:
    return _DEFAULT_PER_CPU * bounds.cpus


def _words(bounds: Bounds) -> str:
    return f"a whole number of arenas from 1 to {_most(bounds)}, which is the default"


def _read(text: str, bounds: Bounds) -> Settings:
    return {_NAME: str(whole(text, 1, _most(bounds), _words(bounds)))}


KNOB = Knob(
    name="malloc_arenas",
    variables=(Variable(_NAME, "glibc reads it as the program starts"),),
    legal=Legal(_words, _read, ("1", "2")),
    how_to_check=environ_check(_NAME),
    libraries=("/libc.so.6", "/libc-2."),
)
