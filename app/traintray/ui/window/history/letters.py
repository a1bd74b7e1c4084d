"""One letter for each family of causes, so that a strip can name what is on it."""

from __future__ import annotations

from collections.abc import Iterable

from traintray.ui.joined import listed
from traintray.ui.kind_words import chip

_LETTERS = {
    "too_many_threads": "T",
    "spinning": "T",
    "contended": "T",
    "over_capped": "F",
    "single_core": "F",
    "pinned_workers": "F",
    "input_bound": "D",
    "disk_bound": "D",
    "cpu_compute": "C",
    "compiling": "C",
    "swapping": "S",
    "memory_growth": "M",
    "workers_pile_up": "M",
    "gpu_throttled": "H",
    "cpu_throttled": "H",
    "gpu_idle": "G",
    "gpu_unused": "G",
    "one_gpu_of_many": "G",
}
_UNKNOWN = "?"


def letter(kind: str) -> str:
    """Return the letter of a kind: T threads, F too few of them, D data, C computing,
    S swapping, M memory, H heat, G a GPU that is left idle.
    """
    return _LETTERS.get(kind, _UNKNOWN)


def legend(kinds: Iterable[str]) -> list[tuple[str, str]]:
    """Return (letter, what it stands for) for the kinds that are shown, in order."""
    found: dict[str, dict[str, None]] = {}
    for kind in kinds:
        found.setdefault(letter(kind), {})[chip(kind)] = None
    order = [*dict.fromkeys(_LETTERS.values()), _UNKNOWN]
    return [(each, listed(found[each])) for each in order if each in found]
