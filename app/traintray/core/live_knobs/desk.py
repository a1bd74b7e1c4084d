"""Live knobs of the runs on this machine: what there is, apply, undo, keep up.

For a thread of its own: every method reads `/proc`, and some wait for a lock or for
D-Bus.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from traintray.core.detection.run import TrainingRun
from traintray.core.live_knobs.entry import End, Entry
from traintray.core.live_knobs.holding import Profiles
from traintray.core.live_knobs.holds import Holds
from traintray.core.live_knobs.ledger import Book, Ledger
from traintray.core.live_knobs.live_knob import LiveRow, Site
from traintray.core.live_knobs.live_plan import LiveKnobError, LiveOutcome, LivePlan
from traintray.core.live_knobs.planning import Planner
from traintray.core.live_knobs.shelf import all_live_knobs, find_live
from traintray.core.live_knobs.survey import (
    Process,
    crew_of,
    is_alive,
    threads_of,
    with_those_below,
)
from traintray.core.live_knobs.tasks import Tasks, Thread
from traintray.core.live_knobs.turning import Tally, Turner
from traintray.core.sentence import Sentence

_CONSENT = Sentence(
    "LiveKnobs", "It cannot be undone without root, so it needs your consent."
)
_NOTHING = Sentence("LiveKnobs", "nothing was applied to this run that can be undone")
_GONE = Sentence("LiveKnobs", "its processes are gone, so there is nothing to undo")


class LiveDesk:
    """Turns live knobs. Only members of a recognised run that belong to this user are
    ever touched, and nothing sends signals.
    """

    def __init__(
        self,
        tasks: Tasks,
        ledger: Ledger,
        profiles: Profiles | None = None,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._tasks = tasks
        self._ledger = ledger
        self._wall_s = wall_s
        self._planner = Planner(tasks)
        self._holds = Holds(tasks, profiles)
        self._known: dict[tuple[int, int], set[int]] = {}
        """Numbers of the threads that were looked at, by entry and process."""

    def entries(self) -> tuple[Entry, ...]:
        """Return what was applied, oldest first, ended entries included."""
        return self._ledger.entries()

    def damage(self) -> Sentence | None:
        """Put a journal that makes no sense aside and say so. Raises LiveKnobError."""
        with self._ledger.held() as book:
            return book.damage

    def lasting(self) -> frozenset[int]:
        """Return the numbers of open entries that this user cannot take back."""
        found = set()
        for entry in self._ledger.entries():
            before = {one.thread.pid: one.before for one in entry.saved}
            knob = find_live(entry.knob)
            if entry.end is None and not self._planner.is_undoable(knob, before):
                found.add(entry.number)
        return frozenset(found)

    def rows(self, site: Site) -> tuple[LiveRow, ...]:
        """Return every live knob for one run."""
        applied = {
            entry.knob: entry.value
            for entry in self._ledger.entries()
            if entry.run_key == site.run.key and entry.end is None
        }
        return tuple(
            self._planner.row(knob, site, applied.get(knob.name))
            for knob in all_live_knobs()
        )

    def plan(self, name: str, value: str, site: Site) -> LivePlan:
        """Work out what a value would do; changes nothing.

        Raises LookupError, IllegalValueError (its message completes `NAME takes ...`)
        and LiveKnobError.
        """
        knob = find_live(name)
        saved = [
            entry.saved
            for entry in self._ledger.entries()
            if (entry.knob, entry.run_key, entry.end) == (name, site.run.key, None)
        ]
        return self._planner.plan(knob, value, site, saved[0] if saved else ())

    def apply(self, plan: LivePlan, *, agreed: bool = False) -> LiveOutcome:
        """Do what was planned, to the threads that there are now.

        `agreed`: the user knows that it cannot be undone. Raises LiveKnobError.
        """
        if not plan.is_undoable and not agreed:
            raise LiveKnobError(_CONSENT)
        knob = find_live(plan.knob)
        with self._ledger.held() as book:
            old = book.open_entry(plan.knob, plan.run_key)
            entry = old or self._new(plan, book)
            entry = replace(entry, value=plan.value, rule=plan.rule)
            if knob.attribute is None:
                return self._hold(entry, plan, book)
            turner = Turner(knob, self._tasks, book.put)
            entry = turner.apply(entry, plan.processes)
            tally = turner.tally
            if tally.refused and not tally.changed:
                book.put(old or entry.closed(End.UNDONE, self._wall_s()))
                raise LiveKnobError(tally.left()[-1])
            return LiveOutcome(tally.changed, (*plan.left, *tally.left()))

    def undo(self, name: str, run_key: str) -> LiveOutcome:
        """Give all threads of a run back what they had. Raises LiveKnobError."""
        knob = find_live(name)
        with self._ledger.held() as book:
            entry = book.open_entry(name, run_key)
            if entry is None:
                raise LiveKnobError(book.damage or _NOTHING)
            if end := self._end(entry):
                self._holds.drop(entry)
                book.put(entry.closed(end, self._wall_s()))
                raise LiveKnobError(_GONE)
            tally = Tally()
            if knob.attribute is None:
                self._holds.drop(entry)
            else:
                turner = Turner(knob, self._tasks, book.put)
                turner.undo(entry)
                tally = turner.tally
            if tally.refused:
                raise LiveKnobError(tally.left()[-1])
            book.put(entry.closed(End.UNDONE, self._wall_s()))
            return LiveOutcome(tally.changed, tally.left())

    def refresh(self, runs: Sequence[TrainingRun] = ()) -> tuple[Entry, ...]:
        """Give threads born since the same, and end entries whose processes are gone.

        Call it every few seconds: a power profile is let go of here when its run has
        ended. Of a run that is not among `runs`, all that its processes have started
        counts as part of it. Returns the entries that ended. Raises LiveKnobError.
        """
        if not any(one.end is None for one in self._ledger.entries()):
            self._holds.drop_all()
            return ()
        ended = []
        by_key = {run.key: run for run in runs}
        with self._ledger.held() as book:
            for entry in book.entries:
                if entry.end is not None:
                    self._holds.drop(entry)
                elif end := self._end(entry):
                    self._holds.drop(entry)
                    ended.append(entry.closed(end, self._wall_s()))
                    book.put(ended[-1])
                elif entry.holder is None:
                    self._catch_up(entry, by_key.get(entry.run_key), book)
        return tuple(ended)

    def close(self) -> None:
        """Let go of what ends with this program."""
        self._holds.drop_all()

    def _hold(self, entry: Entry, plan: LivePlan, book: Book) -> LiveOutcome:
        entry = self._holds.take(entry)
        try:
            book.put(entry)
        except LiveKnobError:
            self._holds.drop(entry)
            raise
        return LiveOutcome(0, plan.left)

    def _new(self, plan: LivePlan, book: Book) -> Entry:
        return Entry(
            number=book.next_number(),
            knob=plan.knob,
            run_key=plan.run_key,
            run_name=plan.run_name,
            value=plan.value,
            rule=plan.rule,
            at_s=self._wall_s(),
            epoch=self._tasks.epoch(),
        )

    def _end(self, entry: Entry) -> End | None:
        """Return why an entry is over, or None while it is not."""
        boot, world = self._tasks.epoch()
        if entry.epoch[0] != boot:
            return End.ENDED
        if entry.epoch[1] != world:
            return None  # of another container: only there it can be told
        if entry.holder is not None:
            return self._holds.end(entry)
        gone = not any(is_alive(one, self._tasks) for one in entry.processes)
        return End.ENDED if gone else None

    def _catch_up(self, entry: Entry, run: TrainingRun | None, book: Book) -> None:
        fresh: list[Thread] = []
        saved = {one.thread for one in entry.saved}
        for process in self._processes(entry, run):
            known = self._known.setdefault((entry.number, process[0]), set())
            try:
                there = set(self._tasks.thread_ids(process[0]))
            except OSError:
                continue
            if there - known:
                fresh += [
                    one
                    for one in threads_of(process, self._tasks)
                    if one.tid not in known and one not in saved
                ]
            known &= there
            known |= there
        if fresh:
            knob = find_live(entry.knob)
            Turner(knob, self._tasks, book.put).take_in(entry, fresh)

    def _processes(self, entry: Entry, run: TrainingRun | None) -> tuple[Process, ...]:
        if run is not None:
            return crew_of(run, self._tasks).processes
        return with_those_below(entry.processes, self._tasks)
