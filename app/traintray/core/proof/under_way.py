"""The comparisons that go on: which run is measured, since when and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from traintray.core.archive.proof_record import Change, Course
from traintray.core.archive.records import KnobRecord, Outcome, RunRecord
from traintray.core.proof.comparable import obstacle
from traintray.core.proof.match import Match, match
from traintray.core.proof.window import first_s, length_s, tell_alike, warm_up_s

_WATCHED_S = 60.0
"""A record is made every 10 s and written within 10 s more: an older one is of a run
that nobody watches, such as after the app has ended."""
_PAST_S = 90 * 86_400.0
"""How far back the run before is looked for."""


class Runs(Protocol):
    """What is asked of the archive."""

    def runs(self, since_s: float, until_s: float) -> Sequence[RunRecord]:
        """Return the runs that were seen in a span of time, newest first."""
        ...


@dataclass(frozen=True, slots=True)
class Measuring:
    """A run that has a change, watched until it can be compared. Times are seconds
    since 1970.
    """

    run: str
    """Identity of the run, as in `RunRecord`."""
    run_name: str
    """What the user would call it: `train.py`. Not trusted text."""
    before_run: str
    """Identity of the run that it will be compared with."""
    change: Change
    started_at_s: float
    since_s: float
    """When its warm-up is over, which is left out."""
    until_s: float | None
    """When it will have gone on for as long as the run before; None: that time is
    past, and what its log tells of it is waited for."""
    is_warming_up: bool


class UnderWay:
    """Finds the runs that are measured; what each is compared with is found once."""

    def __init__(self) -> None:
        self._matches: dict[str, Match | None] = {}

    def find(
        self, reader: Runs, changes: Sequence[KnobRecord], now_s: float
    ) -> tuple[Measuring, ...]:
        """Return them, the newest first. `changes`: those that stand, of the env file.
        Raises ArchiveError.
        """
        if not changes:
            return ()
        watched = reader.runs(now_s - _WATCHED_S, now_s + 1.0)
        running = [run for run in watched if run.outcome is Outcome.RUNNING]
        fresh = [run for run in running if run.identity not in self._matches]
        if fresh:
            past = reader.runs(now_s - _PAST_S, now_s + 1.0)
            for run in fresh:
                self._matches[run.identity] = match(run, past, changes)
        self._matches = {run.identity: self._matches[run.identity] for run in running}
        found = (_measuring(run, self._matches[run.identity], now_s) for run in running)
        return tuple(one for one in found if one is not None)


def _measuring(run: RunRecord, found: Match | None, now_s: float) -> Measuring | None:
    """Return how far the comparison of a run is; None when it is not measured: nothing
    is to be compared, it was told already, or something stands against it.
    """
    if found is None or run.proof is not None:
        return None
    old = found.before.course
    if old is None or obstacle(run, found, None) is not None:
        return None
    new = run.course or Course(run.seen_at_s, old.block_s)
    # One that has told no step yet is taken to begin as late as the run before did.
    by_steps = tell_alike(old, new) if new.paces else bool(old.paces)
    needed_s = length_s(old, by_steps=by_steps)
    begins_s = first_s(new if new.paces else old) if by_steps else 0.0
    zero_s = new.began_at_s + begins_s
    since_s, until_s = zero_s + warm_up_s(needed_s), zero_s + needed_s
    return Measuring(
        run=run.identity,
        run_name=run.name,
        before_run=found.before.identity,
        change=found.change,
        started_at_s=run.started_at_s,
        since_s=since_s,
        until_s=until_s if until_s > now_s else None,
        is_warming_up=now_s < since_s,
    )
