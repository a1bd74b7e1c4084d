"""What the figures of the archive are called, and in which unit they are."""

from __future__ import annotations

from functools import lru_cache

from traintray.core.diagnosis.verdict import Unit
from traintray.core.export.figure_names import unit
from traintray.core.report.wording import Wording
from traintray.ui.kind_words import texts_language

ORDER = (
    "steps_per_s",
    "usable_busy_fraction",
    "demand_threads",
    "waiting_threads",
    "cpu_cores",
    "system_fraction",
    "switches_per_s",
    "foreign_cores",
    "rss_bytes",
    "main_memory_bytes",
    "worker_memory_bytes",
    "main_growth_bytes_per_s",
    "worker_growth_bytes_per_s",
    "swap_bytes",
    "read_bytes_per_s",
    "gpu_busy_fraction",
    "gpu_memory_bytes",
    "gpu_temperature_celsius",
    "gpu_throttled_fraction",
)
"""The figures of a run that are compared, the most telling first; others are only
there for rules."""
_UNITS = ("_bytes_per_s", "_per_s", "_fraction", "_bytes", "_celsius", "_s")
_BY_PEAK = ("_bytes", "_growth_bytes_per_s", "_celsius")


def is_by_peak(key: str) -> bool:
    """Return whether the highest value says more than the mean: memory has to fit."""
    return key.endswith(_BY_PEAK)


def unit_of(key: str) -> Unit:
    """Return the unit of a figure, which its name tells."""
    return Unit(unit(key))


def figure_name(key: str) -> str:
    """Return what a figure is called; one without a name is told by its key."""
    return known_name(key) or _plain(key)


def known_name(key: str) -> str:
    """Return what a figure is called in the language of the app; empty without one."""
    words = _wording(texts_language())
    return words.figure(key) if words.says(f"figures.{key}") else ""


@lru_cache(maxsize=2)
def _wording(language: str) -> Wording:
    return Wording(language)


def _plain(key: str) -> str:
    """Return a key that has no name as words, without its unit."""
    last = key.rpartition(".")[2]
    for ending in _UNITS:
        if last.endswith(ending):
            last = last.removesuffix(ending)
            break
    return last.replace("_", " ")
