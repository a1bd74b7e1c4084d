"""Whether a run was started with what the env file says, and computes accordingly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.thread_number import thread_number

_CAP = "OMP_NUM_THREADS"
_SMALL_CHANGE_THREADS = 0.5
"""Demand that threads beside a pool add to a process: half of one thread's time; what
was measured beside full pools was below 0.25."""

_WITH_POOLS = (Role.MAIN, Role.RANK, Role.WORKER)


class Effect(Enum):
    """What became of a change; chooses the sentence in any language."""

    IN_FORCE = "in_force"
    UNREADABLE = "unreadable"
    """The environment of the run may not be read."""
    NOT_LOADED = "not_loaded"
    """The run has other values: it began before the change, or without the file."""
    NOT_SET = "not_set"
    """The run has no value at all, for the same reasons."""
    LAUNCHER = "launcher"
    """The run has what torchrun sets where nothing is set."""
    IN_CODE = "in_code"
    """It has the values and more threads: a line of its script sets a number."""
    OTHER_POOL = "other_pool"
    """It has the values and more threads, of a pool with another name."""
    MORE_THREADS = "more_threads"
    """It has the values and more threads, which nothing seen from outside explains."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a change in one run."""

    effect: Effect
    words: Mapping[str, str] = field(default_factory=dict)


def outcome(wanted: Mapping[str, str], run: TrainingRun) -> Outcome:
    """Compare a run with the variables that the env file sets for a knob."""
    present = run.thread_variables
    if present is None:
        return Outcome(Effect.UNREADABLE)
    missing = [name for name, value in wanted.items() if present.get(name) != value]
    if missing:
        name = missing[0]
        value = present.get(name)
        if value is None:
            return Outcome(Effect.NOT_SET, {"name": name})
        if name == _CAP and value == "1" and run.count(Role.LAUNCHER):
            return Outcome(Effect.LAUNCHER)
        return Outcome(Effect.NOT_LOADED, {"name": name, "value": value})
    cap = thread_number(wanted.get(_CAP))
    over = None if cap is None else _above(run, cap)
    if cap is None or over is None:
        return Outcome(Effect.IN_FORCE)
    return _why_more(run, over, cap)


def _above(run: TrainingRun, cap: int) -> Member | None:
    """Return the process that wants most, if that is more than the cap. Loader workers
    have pools of their own, as large as the machine where nothing bounds them.
    """

    def demand(member: Member) -> float:
        threads = member.threads
        return (threads.demand_threads or 0.0) if threads else 0.0

    found = max(run.with_roles(*_WITH_POOLS), key=demand, default=None)
    if found is None or demand(found) <= cap + _SMALL_CHANGE_THREADS:
        return None
    return found


def _why_more(run: TrainingRun, member: Member, cap: int) -> Outcome:
    threads = member.threads
    assert threads is not None, "its demand was measured"
    words = {"demand": f"{threads.demand_threads:.1f}", "cap": str(cap)}
    if run.code_lines:
        line = run.code_lines[0]
        words |= {"line": str(line.line_number), "text": line.text}
        return Outcome(Effect.IN_CODE, words)
    # The pool that the cap bounds fills it; the one beside it has a name of its own.
    others = sorted(threads.demand_by_name.items(), key=lambda one: -one[1])[1:]
    if others and others[0][1] > _SMALL_CHANGE_THREADS:
        return Outcome(Effect.OTHER_POOL, words | {"pool": others[0][0]})
    return Outcome(Effect.MORE_THREADS, words)
