"""Holds what was told of a scenario against the truth."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from scenarios.evidence import Difference, differences
from scenarios.scenario import Group, Scenario
from scenarios.stage import Recording
from scenarios.tips import tip_differences

AT_THE_END_S = 8.0
"""What was told most often in the last seconds is the verdict of the scenario."""
STOOD_S = 6.0
"""A true verdict that has stood for so long ends a scenario early."""
NO_RUN = "no run"
DISTURBED = 0.15
"""Share of the CPUs that others took, and of what the workload wanted of them and did
not get: OpenMP barriers make a quarter of it felt, so from about here on "another
program takes the CPU" begins to be true. CPUs that it left idle are free for all."""
LEAVES_IDLE = frozenset({"over_capped", "single_core"})
"""Kinds that are true only while CPUs idle: these must not be used by others either."""


class Mark(Enum):
    """How a scenario came out."""

    RIGHT = "right"
    WRONG = "wrong"
    """Another cause than the true one stood in the end."""
    ABSTAINED = "abstained"
    """A true cause was not told, and no other one either."""


@dataclass(frozen=True)
class Outcome:
    """One scenario with one seed, judged."""

    scenario: Scenario
    seed: int
    mark: Mark
    told: str
    """Kind that stood in the end; else what was said instead."""
    wrong_tips: tuple[str, ...]
    """Kinds that are not true and stood at any time, with seconds."""
    delay_s: float | None
    """From the onset to the first true verdict; None when there was none."""
    differences: tuple[Difference, ...]
    tip: tuple[Difference, ...]
    """Numbers that its last tip names, as written, beside the witness's."""
    lost_share: float | None
    """Of the CPUs that its threads wanted and could have, what they did not get."""
    foreign_cores: float | None
    """CPUs that processes outside the scenario used meanwhile: the noise."""
    own_cores: float
    """CPUs that the watcher used."""
    title: str
    """Headline of the last true or wrong finding."""

    @property
    def is_disturbed(self) -> bool:
        """Whether others took so much that the truth of this run is another one."""
        cpus = len(os.sched_getaffinity(0))
        took = self.foreign_cores or 0.0
        lost = 1.0 if self.lost_share is None else self.lost_share
        if took <= DISTURBED * cpus:
            return False
        return lost > DISTURBED or bool(self.scenario.truth & LEAVES_IDLE)


def is_told(recording: Recording) -> bool:
    """Tell whether the truth has stood for a while, so that no more need be seen."""
    scenario = recording.scenario
    if not scenario.truth:
        return False
    since_s = recording.end_s - STOOD_S
    last = [line for line in recording.seen if line["at_s"] >= since_s]
    return bool(last) and all(
        found_in(line, recording) & scenario.truth for line in last
    )


def found_in(line: dict[str, Any], recording: Recording) -> frozenset[str]:
    """Return the kinds that stand for runs of this scenario in one second."""
    return frozenset(
        run["verdict"]["kind"]
        for run in _runs(line, recording)
        if run["verdict"]["state"] == "finding"
    )


def judge(recording: Recording) -> Outcome:
    """Say how a scenario came out."""
    scenario = recording.scenario
    true = scenario.truth | scenario.also_true
    wrong: Counter[str] = Counter()
    for line in recording.seen:
        wrong.update(found_in(line, recording) - true)
    end_s = recording.seen[-1]["at_s"] if recording.seen else 0.0
    last = [line for line in recording.seen if line["at_s"] > end_s - AT_THE_END_S]
    counted = Counter(_told(line, recording) for line in last)
    told = counted.most_common(1)[0][0] if counted else NO_RUN
    return Outcome(
        scenario,
        recording.seed,
        _mark(told, scenario),
        told,
        tuple(f"{kind} ({seconds} s)" for kind, seconds in sorted(wrong.items())),
        _delay_s(recording),
        differences(recording) if scenario.group is not Group.OTHER else (),
        tip_differences(recording) if scenario.group is not Group.OTHER else (),
        _lost_share(recording),
        _foreign_cores(recording),
        _own_cores(recording),
        _title(recording),
    )


def _runs(line: dict[str, Any], recording: Recording) -> list[dict[str, Any]]:
    """Return the runs that this scenario started: others' runs are not its matter."""
    mine = set(recording.roots)
    for seen in recording.witnessed:
        mine.update(int(pid) for pid in seen["processes"])
    return [
        run
        for run in line["runs"]
        if run["pid"] in mine or mine & {int(pid) for pid in run["roles"]}
    ]


def _told(line: dict[str, Any], recording: Recording) -> str:
    """Return what one second says: a wrong kind before a true one, else why none."""
    scenario, found = recording.scenario, found_in(line, recording)
    for kinds in (found - scenario.truth - scenario.also_true, found & scenario.truth):
        if kinds:
            return min(kinds)
    if found:
        return min(found)
    runs = _runs(line, recording)
    if not runs:
        return NO_RUN
    verdict = runs[0]["verdict"]
    if verdict["state"] == "unknown":
        return f"unknown: {verdict['kind']} lacks {', '.join(verdict['missing'])}"
    return str(verdict["state"])


def _mark(told: str, scenario: Scenario) -> Mark:
    is_kind = told != NO_RUN and told != "clear" and not told.startswith("unknown")
    if not scenario.truth:
        allowed = not is_kind or told in scenario.also_true
        return Mark.RIGHT if allowed else Mark.WRONG
    if told in scenario.truth:
        return Mark.RIGHT
    return Mark.WRONG if is_kind else Mark.ABSTAINED


def _delay_s(recording: Recording) -> float | None:
    for line in recording.seen:
        if line["at_s"] >= recording.onset_s and (
            found_in(line, recording) & recording.scenario.truth
        ):
            return float(line["at_s"]) - recording.onset_s
    return None


def _lost_share(recording: Recording) -> float | None:
    """Return what the workload lost; None where the kernel counts no waits.

    Threads that came or went between two looks are left out on both sides.
    """
    ran = wanted = 0.0
    for before, now in pairwise(recording.witnessed):
        for pid, process in now["processes"].items():
            old = before["processes"].get(pid, {"tasks": {}})["tasks"]
            for tid, (ran_s, waited_s) in process["tasks"].items():
                if tid in old:
                    ran += ran_s - old[tid][0]
                    wanted += ran_s + waited_s - sum(old[tid])
    if wanted <= 0:
        return None
    looks = recording.witnessed
    passed_s = looks[-1]["at_s"] - looks[0]["at_s"]
    allowed = {
        cpu
        for look in looks
        for process in look["processes"].values()
        for cpu in process.get("cpus", ())
    }
    cpus = float(len(allowed) or len(os.sched_getaffinity(0)))
    could = min(
        wanted, passed_s * min(cpus, recording.scenario.cage.quota_cpus or cpus)
    )
    # Of a workload that rests, single waits are a large share of next to nothing.
    return max(0.0, could - ran) / max(could, passed_s)


def _foreign_cores(recording: Recording) -> float | None:
    """CPUs in use less those of the workload's group and of the watcher."""
    lines = [w for w in recording.witnessed if w["group_cpu_s"] is not None]
    if len(lines) < 3 or recording.scenario.beside:
        return None
    first, last = lines[0], lines[-1]
    passed_s = last["at_s"] - first["at_s"]
    busy_s = last["machine_busy_s"] - first["machine_busy_s"]
    group_s = last["group_cpu_s"] - first["group_cpu_s"]
    return max(0.0, (busy_s - group_s) / passed_s - _own_cores(recording))


def _own_cores(recording: Recording) -> float:
    if len(recording.seen) < 2:
        return 0.0
    first, last = recording.seen[0], recording.seen[-1]
    spent_s = float(last["own_cpu_s"]) - float(first["own_cpu_s"])
    return spent_s / (float(last["at_s"]) - float(first["at_s"]))


def _title(recording: Recording) -> str:
    for line in reversed(recording.seen):
        for run in _runs(line, recording):
            if run["title"]:
                return str(run["title"])
    return ""
