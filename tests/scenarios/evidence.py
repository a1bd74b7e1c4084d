"""Holds the product's numbers against what a second process read meanwhile.

The witness has no rules and knows no roles, so the product's list of members says
whose numbers are added up; the CPU time of the control group needs no list at all and
shows what a wrong list would miss.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, pairwise
from typing import Any

from scenarios.readings import LEAST_CORES, READINGS, Span, mean, slope
from scenarios.stage import Recording

SETTLED_S = 4.0
"""The first seconds after the onset are not compared: processes come and go."""
LONGEST_S = 25.0
LEAST_SECONDS = 8
JUDGED_S = 21.4
"""What a finding says is a median over the window of the votes, which is so long."""
BY_GROUP = "cpu_cores of all runs, by control group"


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
    """Compare the figures and the evidence told of every run, then of all together."""
    lines = _window(recording)
    if not lines:
        return ()
    found: list[Difference] = []
    for pid in _steady_runs(lines):
        found.extend(_figures(recording, lines, pid))
        found.extend(_told(recording, lines, pid))
    return (*found, *_group(recording, lines))


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
    return lines if len(lines) >= LEAST_SECONDS else []


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


def _figures(
    recording: Recording, lines: list[dict[str, Any]], pid: int
) -> Iterator[Difference]:
    roles = _run(lines[-1], pid)["roles"]
    for reading in READINGS:
        series = [
            (line["at_s"], _run(line, pid)["figures"].get(reading.name))
            for line in lines
        ]
        if any(value is None for _, value in series):
            continue
        measured, span = (
            (mean(value for _, value in series), (series[0][0], series[-1][0]))
            if reading.is_level
            else _spoken_for(series, reading.every_s)
        )
        witnessed = reading.over(recording.witnessed, reading.members(roles), span)
        if witnessed is not None and witnessed >= reading.least:
            yield Difference(reading.name, measured, witnessed)


def _spoken_for(
    series: list[tuple[float, float]], every_s: float
) -> tuple[float, Span]:
    """Return the mean of a rate, and the seconds that it speaks for.

    A rate speaks for the time since the look before it. What is dear to read is looked
    at once in `every_s` and held until then: a look shows as a change, and between two
    changes that are farther apart there were looks that brought the same again.
    """
    is_seldom, shown = every_s > 1, series
    if is_seldom:
        shown = [now for before, now in pairwise(series) if now[1] != before[1]]
    if len(shown) < 2:
        return mean(value for _, value in series), (series[0][0], series[-1][0])
    total = 0.0
    for (before_s, held), (at_s, value) in pairwise(shown):
        gap_s = at_s - before_s
        looks = max(1, round(gap_s / every_s)) if is_seldom else 1
        last_s = gap_s / looks
        total += value * last_s + held * (gap_s - last_s)
    span = shown[0][0], shown[-1][0]
    return total / (span[1] - span[0]), span


def _told(
    recording: Recording, lines: list[dict[str, Any]], pid: int
) -> Iterator[Difference]:
    """Compare what the last finding showed, a median, with the witness's median."""
    run = _run(lines[-1], pid)
    verdict, onset_at_s = run["verdict"], run["onset_at_s"]
    if verdict["state"] != "finding" or onset_at_s is None:
        return
    end_s = lines[-1]["at_s"]
    start_s = max(onset_at_s, end_s - JUDGED_S, recording.witnessed[0]["at_s"])
    for reading in READINGS:
        evidence = verdict["evidence"].get(reading.name)
        pids = reading.members(run["roles"])
        seconds = [
            reading.over(recording.witnessed, pids, (start_s + n, start_s + n + 1))
            for n in range(int(end_s - start_s))
        ]
        known = [value for value in seconds if value is not None]
        if evidence is None or len(known) < LEAST_SECONDS:
            continue
        witnessed = statistics.median(known)
        if witnessed >= reading.least:
            name = f"{reading.name} as told"
            yield Difference(name, evidence["measured"], witnessed)


def _group(recording: Recording, lines: list[dict[str, Any]]) -> tuple[Difference, ...]:
    """Compare the CPU use of all runs with what the kernel charged their group, from
    the second on in which there is a run: a tree is none before it has computed.
    """
    lines = list(dropwhile(lambda line: not line["runs"], lines))
    if len(lines) < LEAST_SECONDS:
        return ()
    looks = [
        (look["at_s"], look["group_cpu_s"])
        for look in recording.witnessed
        if look["group_cpu_s"] is not None
    ]
    charged = slope(looks, (lines[0]["at_s"] - 1.0, lines[-1]["at_s"]))
    sums = [
        sum(run["figures"].get("cpu_cores", 0.0) for run in line["runs"])
        for line in lines
    ]
    if charged is None or charged < LEAST_CORES or not any(sums):
        return ()
    return (Difference(BY_GROUP, mean(sums), charged),)
