"""Holds the product's numbers against what a second process read meanwhile.

Only sums and rates that both can know: the witness has no rules and knows no roles,
so the watcher's list of members says whose numbers are added up; the CPU time of the
control group needs no list at all and shows what a wrong list would miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from scenarios.stage import Recording

SETTLED_S = 4.0
"""The first seconds after the onset are not compared: processes come and go."""
LONGEST_S = 25.0
LEAST_S = 8.0
COMPUTING = frozenset({"main", "rank", "launcher"})
WORKERS = frozenset({"worker"})
LEAST_CORES = 0.2
"""A twentieth of less than this is less than what one look costs."""
LEAST_BYTES = 32 << 20


@dataclass(frozen=True)
class Difference:
    """One number of the product beside an independent reading of the same seconds."""

    name: str
    measured: float
    witnessed: float

    @property
    def fraction(self) -> float:
        """By how much they differ, as a share of the witness's reading."""
        return abs(self.measured - self.witnessed) / abs(self.witnessed)


def differences(recording: Recording) -> tuple[Difference, ...]:
    """Compare means over the last seconds, run by run, then for the whole group."""
    lines = _window(recording)
    if not lines:
        return ()
    found = []
    for pid in _steady_runs(lines):
        seconds = [_run(line, pid) for line in lines]
        roles = seconds[-1]["roles"]
        for name, reading in _readings(recording, lines, roles):
            values = [run["figures"].get(name) for run in seconds]
            known = [value for value in values if value is not None]
            if len(known) < len(values) or reading is None:
                continue
            least = LEAST_BYTES if name.endswith("_bytes") else LEAST_CORES
            if name.endswith("_bytes_per_s"):
                least = 1e6
            if reading >= least:
                found.append(Difference(name, _mean(known), reading))
    whole = _group(recording, lines)
    return (*found, *whole)


def _window(recording: Recording) -> list[dict[str, Any]]:
    """Return the watcher's last lines that the witness has covered."""
    if len(recording.witnessed) < 3:
        return []
    first_s = max(
        recording.onset_s + SETTLED_S,
        recording.end_s - LONGEST_S,
        recording.witnessed[0]["at_s"] + 1,
    )
    last_s = recording.witnessed[-1]["at_s"]
    lines = [ln for ln in recording.seen if first_s <= ln["at_s"] <= last_s]
    return lines if len(lines) >= LEAST_S else []


def _steady_runs(lines: list[dict[str, Any]]) -> list[int]:
    """Return the runs that were there all the time, with the same processes."""
    pids = {run["pid"] for run in lines[0]["runs"]}
    steady = []
    for pid in sorted(pids):
        seconds = [_run(line, pid) for line in lines]
        if all(s and s["roles"].keys() == seconds[0]["roles"].keys() for s in seconds):
            steady.append(pid)
    return steady


def _run(line: dict[str, Any], pid: int) -> dict[str, Any]:
    return next((run for run in line["runs"] if run["pid"] == pid), {})


def _readings(
    recording: Recording, lines: list[dict[str, Any]], roles: dict[str, str | None]
) -> Iterable[tuple[str, float | None]]:
    """Return the witness's reading for every figure that it can know."""
    everyone = set(roles)
    computing = {pid for pid, role in roles.items() if role in COMPUTING}
    workers = {pid for pid, role in roles.items() if role in WORKERS}
    span = lines[0]["at_s"] - 1.0, lines[-1]["at_s"]

    def rate(pids: set[str], value: Callable[[dict[str, Any]], float]) -> float | None:
        return _rate(recording.witnessed, pids, value, span)

    def level(name: str) -> float | None:
        return _level(recording.witnessed, everyone, name, span)

    yield "demand_threads", rate(computing | workers, _demand_s)
    yield "main_demand_threads", rate(computing, _demand_s)
    yield "worker_demand_threads", rate(workers, _demand_s)
    yield "running_cores", rate(everyone, _running_s)
    yield "cpu_cores", rate(everyone, _running_s)
    yield "rss_bytes", level("rss_bytes")
    yield "swap_bytes", level("swap_bytes")
    yield "read_bytes_per_s", rate(everyone, lambda process: process["read_bytes"])


def _demand_s(process: dict[str, Any]) -> float:
    return sum(run_s + wait_s for run_s, wait_s in process["tasks"].values())


def _running_s(process: dict[str, Any]) -> float:
    return sum(run_s for run_s, _ in process["tasks"].values())


def _rate(
    witnessed: list[dict[str, Any]],
    pids: set[str],
    value: Callable[[dict[str, Any]], float],
    span: tuple[float, float],
) -> float | None:
    """Return the growth per second over a span.

    None when a process was not there all the time: its sum is then unknown.
    """
    looks = [
        (w["at_s"], sum(value(w["processes"][pid]) for pid in pids))
        for w in witnessed
        if pids <= w["processes"].keys()
    ]
    return _slope(looks, span) if pids else None


def _slope(looks: list[tuple[float, float]], span: tuple[float, float]) -> float | None:
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


def _level(
    witnessed: list[dict[str, Any]],
    pids: set[str],
    name: str,
    span: tuple[float, float],
) -> float | None:
    sums = [
        sum(w["processes"][pid][name] for pid in pids)
        for w in witnessed
        if span[0] <= w["at_s"] <= span[1] and pids <= w["processes"].keys()
    ]
    return _mean(sums) if sums else None


def _group(recording: Recording, lines: list[dict[str, Any]]) -> tuple[Difference, ...]:
    """Compare the CPU use of all runs with what the kernel charged their group."""
    span = lines[0]["at_s"] - 1.0, lines[-1]["at_s"]
    looks = [
        (w["at_s"], w["group_cpu_s"])
        for w in recording.witnessed
        if w["group_cpu_s"] is not None
    ]
    charged = _slope(looks, span)
    sums = [
        sum(run["figures"].get("cpu_cores", 0.0) for run in ln["runs"]) for ln in lines
    ]
    if charged is None or charged < LEAST_CORES or not any(sums):
        return ()
    return (
        Difference("cpu_cores of all runs, by control group", _mean(sums), charged),
    )


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known)
