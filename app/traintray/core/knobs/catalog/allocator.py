"""Another malloc in the place of glibc's, where one is installed.

Measured on a small CNN: tcmalloc 1.22 (1.10 to 1.74). jemalloc with the setting that
launchers recommend (`oversize_threshold:1`) 0.57, with its defaults 0.52, and 1.04 only
with decay switched off, which is the one form that is offered.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import Bounds, IllegalValueError, Legal, Settings

_PRELOAD, _CONF = "LD_PRELOAD", "MALLOC_CONF"
_JEMALLOC = "background_thread:true,metadata_thp:auto"
_KEEP_ALL = "dirty_decay_ms:-1,muzzy_decay_ms:-1"
_OF_GLIBC = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TOP_PAD_")
_STEMS = {
    "tcmalloc": ("libtcmalloc_minimal.so", "libtcmalloc.so"),
    "jemalloc": ("libjemalloc.so",),
}


def _words(bounds: Bounds) -> str:
    found = [name for name in _STEMS if _path(name, bounds)]
    if not found:
        return "tcmalloc or jemalloc; neither is installed here"
    return f"{' or '.join(found)}, which is installed here"


def _path(name: str, bounds: Bounds) -> str | None:
    paths = (bounds.find_library(stem) for stem in _STEMS.get(name, ()))
    return next((str(path) for path in paths if path is not None), None)


def _read(text: str, bounds: Bounds) -> Settings:
    path = _path(text, bounds)
    if path is None:
        raise IllegalValueError(f"{text!r} is not {_words(bounds)}")
    others = [
        one
        for one in bounds.present.get(_PRELOAD, "").replace(" ", ":").split(":")
        if one and not any(s in one for stems in _STEMS.values() for s in stems)
    ]
    conf = f"{_JEMALLOC},{_KEEP_ALL}" if text == "jemalloc" else None
    return {_PRELOAD: ":".join([*others, path]), _CONF: conf}


KNOB = Knob(
    name="allocator",
    variables=(
        Variable(_PRELOAD, "loads it before all else; what is there stays in it"),
        Variable(_CONF, "keeps jemalloc from giving memory back at once"),
    ),
    legal=Legal(_words, _read, ()),
    how_to_check="grep -E 'malloc' /proc/{pid}/maps",
    clears=("MALLOC_ARENA_MAX", *_OF_GLIBC),
    is_trap=lambda value: value == "jemalloc",
)
