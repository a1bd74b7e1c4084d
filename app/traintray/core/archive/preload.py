"""Fills the graphs with what an earlier session of the app has measured."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from traintray.core.archive.names import live_name
from traintray.core.archive.records import Slice

PRELOADED_S = 1200.0
"""As much as the store of a session holds."""
_POINTS = 1 << 20
"""More than there can be: every sample."""


class Past(Protocol):
    """What is asked of an archive."""

    def series_keys(self) -> Sequence[str]:
        """Return every series that has samples."""
        ...

    def many(
        self, keys: Sequence[str], since_s: float, until_s: float, points: int
    ) -> Mapping[str, Slice]:
        """Return several series with the same times."""
        ...


class Present(Protocol):
    """The store of this session."""

    def prepend(
        self, times: Sequence[float], series: Mapping[str, array[float]]
    ) -> None:
        """Put older samples before the oldest one."""
        ...


def preload(
    store: Present,
    past: Past,
    now_s: tuple[float, float],
    boot: str,
    is_alive: Callable[[str], bool],
) -> None:
    """Put the last 20 minutes before what `store` holds.

    `now_s` is one instant on the monotonic clock and in seconds since 1970: older
    samples are placed by the time of day, as graphs show it, also over a suspend or a
    new boot. Of runs, only those of this boot `is_alive` knows by their key are taken.
    Raises ArchiveError. No rule judges what is put here: a rule votes on each new
    second, and looks back no further than to the first of its votes.
    """
    monotonic_s, wall_s = now_s
    names = {
        key: name
        for key in past.series_keys()
        if (name := live_name(key, boot)) is not None and _is_wanted(name, is_alive)
    }
    found = past.many(list(names), wall_s - PRELOADED_S, wall_s, _POINTS)
    for each in found.values():
        if each.bucket_s:
            return  # only minutes are left of it
        times = [at_s - wall_s + monotonic_s for at_s in each.times]
        store.prepend(times, {names[key]: found[key].mean for key in names})
        return


def _is_wanted(name: str, is_alive: Callable[[str], bool]) -> bool:
    return not name.startswith("run.") or is_alive(name.split(".")[1])
