"""What the witness has read, added up for some processes over some seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Looks = list[dict[str, Any]]
Span = tuple[float, float]
COMPUTING = frozenset({"main", "rank", "launcher"})
WORKERS = frozenset({"worker"})
LEAST_CORES = 0.2
"""A twentieth of less than this is less than what one look costs."""
LEAST_BYTES = float(32 << 20)
LEAST_BYTES_PER_S = 1e6


def _demand_s(process: dict[str, Any]) -> float:
    return sum(run_s + wait_s for run_s, wait_s in process["tasks"].values())


def _running_s(process: dict[str, Any]) -> float:
    return sum(run_s for run_s, _ in process["tasks"].values())


@dataclass(frozen=True)
class Reading:
    """One number that the witness can know as well as the product."""

    name: str
    """The product's name for it."""
    value: Callable[[dict[str, Any]], float]
    """Of one process: a counter, or a level."""
    least: float
    """Below this the two are not compared."""
    roles: frozenset[str] | None = None
    """Whose numbers are added up, by role; None for all."""
    is_level: bool = False
    ends_with_threads: bool = True
    """The counters of a thread are gone with it."""
    every_s: float = 1.0
    """How often the product looks at it."""

    def members(self, roles: dict[str, str | None]) -> set[str]:
        """Return the processes whose numbers are added up."""
        return {
            pid
            for pid, role in roles.items()
            if self.roles is None or role in self.roles
        }

    def over(self, looks: Looks, pids: set[str], span: Span) -> float | None:
        """Return the mean level or the growth per second over a span.

        None when a process, or a thread that counts, was not there all the time: the
        sum is then unknown.
        """
        if self.ends_with_threads and _loses_threads(looks, pids, span):
            return None
        sums = [
            (look["at_s"], sum(self.value(look["processes"][pid]) for pid in pids))
            for look in looks
            if pids <= look["processes"].keys()
        ]
        if not pids or not sums:
            return None
        if not self.is_level:
            return slope(sums, span)
        inside = [level for at_s, level in sums if span[0] <= at_s <= span[1]]
        return mean(inside) if inside else None


def _loses_threads(looks: Looks, pids: set[str], span: Span) -> bool:
    """Tell whether a thread ended between two looks that the span touches."""
    near = [
        look
        for look in looks
        if span[0] - 1.5 <= look["at_s"] <= span[1] + 1.5
        and pids <= look["processes"].keys()
    ]
    return any(
        not before["processes"][pid]["tasks"].keys()
        <= now["processes"][pid]["tasks"].keys()
        for before, now in pairwise(near)
        for pid in pids
    )


def _of_process(
    name: str,
    field: str,
    least: float,
    *,
    is_level: bool = False,
    every_s: float = 1.0,
) -> Reading:
    """Return a reading that the kernel keeps for the process as a whole."""
    return Reading(
        name,
        lambda process: process[field],
        least,
        is_level=is_level,
        ends_with_threads=False,
        every_s=every_s,
    )


READINGS = (
    Reading("demand_threads", _demand_s, LEAST_CORES, COMPUTING | WORKERS),
    Reading("main_demand_threads", _demand_s, LEAST_CORES, COMPUTING),
    Reading("worker_demand_threads", _demand_s, LEAST_CORES, WORKERS),
    Reading("running_cores", _running_s, LEAST_CORES),
    Reading("main_running_cores", _running_s, LEAST_CORES, COMPUTING),
    Reading("worker_running_cores", _running_s, LEAST_CORES, WORKERS),
    _of_process("cpu_cores", "cpu_s", LEAST_CORES),
    _of_process("read_bytes_per_s", "read_bytes", LEAST_BYTES_PER_S, every_s=5.0),
    _of_process("rss_bytes", "rss_bytes", LEAST_BYTES, is_level=True),
    _of_process("swap_bytes", "swap_bytes", LEAST_BYTES, is_level=True),
)


def slope(looks: list[tuple[float, float]], span: Span) -> float | None:
    """Return the growth per second of a counter over a span.

    The counter is taken to grow evenly between two looks, so that the seconds are
    the same as the product's. None when the looks do not cover the span.
    """
    at_ends = []
    for at_s in span:
        before = [look for look in looks if look[0] <= at_s]
        after = [look for look in looks if look[0] >= at_s]
        if not before or not after:
            return None
        (first_s, first), (last_s, last) = before[-1], after[0]
        share = 0.0 if last_s == first_s else (at_s - first_s) / (last_s - first_s)
        at_ends.append(first + share * (last - first))
    return (at_ends[1] - at_ends[0]) / (span[1] - span[0])


def mean(values: Iterable[float]) -> float:
    """Return the mean of at least one value."""
    known = list(values)
    return sum(known) / len(known)
