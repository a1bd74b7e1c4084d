"""Which change a run is the first to have, and which run is the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.proof_record import Change
from traintray.core.archive.records import KnobRecord, RunRecord
from traintray.core.sensors.process_facts import THREAD_VARIABLES

_MOST_ALIKE = 4
"""Runs before the one before that tell how much two runs differ by themselves."""
_CLOCK_S = 1.0
"""The journal's times are whole seconds."""


@dataclass(frozen=True, slots=True)
class Match:
    """A change, and what a run that has it is to be compared with."""

    change: Change
    before: RunRecord
    is_same_command: bool
    alike: tuple[RunRecord, ...] = ()
    """Earlier runs of the same command that were started as `before` was."""


def match(
    after: RunRecord, earlier: Sequence[RunRecord], changes: Sequence[KnobRecord]
) -> Match | None:
    """Return what a run is to be compared with; None when no change waits for it.

    A change waits until a run of this command could be compared: where one began
    without the file, the next one is looked at.
    """
    known = [run for run in earlier if run.started_at_s < after.started_at_s]
    known.sort(key=lambda run: -run.started_at_s)
    same = [r for r in known if r.command == after.command and _is_beside(r, after)]
    standing = _standing(changes, after.started_at_s + _CLOCK_S)
    if not standing:
        return None
    newest = standing[-1]
    if any(_has_told(run, newest) for run in same):
        return None
    before_it = [run for run in same if run.started_at_s < newest.at_s]
    if not before_it:
        akin = [r for r in known if r.name == after.name and _is_beside(r, after)]
        other = next((r for r in akin if r.started_at_s < newest.at_s), None)
        return None if other is None else Match(_change(newest), other, False)
    fitting = [run for run in before_it if _differs_only_in(newest.after, run, after)]
    before = (fitting or before_it)[0]
    beside = _beside(standing[:-1], before, after)
    alike = [run for run in before_it if _is_alike(run, before)][:_MOST_ALIKE]
    return Match(_change(newest, beside), before, True, tuple(alike))


def _is_beside(run: RunRecord, after: RunRecord) -> bool:
    return run.folder == after.folder and run.identity != after.identity


def _has_told(run: RunRecord, change: KnobRecord) -> bool:
    """Whether a run has already shown what came of a change."""
    proof = run.proof
    if proof is None or proof.verdict == "not_comparable":
        return False
    return abs(proof.change.at_s - change.at_s) < _CLOCK_S


def _standing(changes: Sequence[KnobRecord], until_s: float) -> list[KnobRecord]:
    """Return the changes that were not taken back, oldest first, each with those of
    its variables that show in a run's record.
    """
    found: list[KnobRecord] = []
    for change in sorted(changes, key=lambda one: one.at_s):
        if change.at_s > until_s:
            break
        if change.action == "apply":
            found.append(change)
            continue
        undone = [one for one in found if dict(one.after) == dict(change.before)]
        if undone:
            found.remove(undone[-1])
    return [one for one in found if one.after.keys() & THREAD_VARIABLES]


def _change(record: KnobRecord, beside: tuple[str, ...] = ()) -> Change:
    return Change(
        knob=record.knob,
        old=_seen(record.before),
        new=_seen(record.after),
        at_s=record.at_s,
        beside=beside,
    )


def _seen(values: Mapping[str, str | None]) -> dict[str, str | None]:
    return {name: v for name, v in values.items() if name in THREAD_VARIABLES}


def other_variables(
    changed: Mapping[str, str | None], before: RunRecord, after: RunRecord
) -> list[str]:
    """Return the variables that differ between two runs beside those changed."""
    old, new = before.variables or {}, after.variables or {}
    names = sorted({*old, *new} - changed.keys())
    return [name for name in names if old.get(name) != new.get(name)]


def _differs_only_in(
    changed: Mapping[str, str | None], before: RunRecord, after: RunRecord
) -> bool:
    old = before.variables
    if old is None or other_variables(changed, before, after):
        return False
    return any(old.get(name) != value for name, value in changed.items())


def _beside(
    earlier: Sequence[KnobRecord], before: RunRecord, after: RunRecord
) -> tuple[str, ...]:
    """Return the knobs that were turned since the run before as well, and that the new
    run has.
    """
    old, new = before.variables or {}, after.variables or {}
    is_new: Callable[[KnobRecord], bool] = lambda one: any(  # noqa: E731
        new.get(name) == value and old.get(name) != value
        for name, value in _seen(one.after).items()
    )
    names = [one.knob for one in earlier if is_new(one)]
    return tuple(dict.fromkeys(names))


def _is_alike(run: RunRecord, before: RunRecord) -> bool:
    return run.identity != before.identity and run.variables == before.variables
