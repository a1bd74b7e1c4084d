"""The life of every run: recognised, watched, ended, and how.

Whether a run has ended is asked of its root process, not of the frames: a pause, a
suspend or a sensor that fails makes a run invisible and does not end it. Its record
goes on over a restart of the app, since the identity is the kernel's own.
"""

from __future__ import annotations

import signal
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from traintray.core.archive.names import identity_of
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.detection.aside import Aside
from traintray.core.detection.run import TrainingRun
from traintray.core.frame import Frame, RunView
from traintray.core.runs import outcome
from traintray.core.runs.ends import Ends
from traintray.core.runs.live_run import LiveRun
from traintray.core.runs.members import Members
from traintray.core.runs.memory_kills import MemoryKills
from traintray.core.runs.outcome import Death, Ending, ending, lately
from traintray.core.runs.process_end import End
from traintray.core.runs.still_there import unseen
from traintray.core.runs.whereabouts import folder_of

SAVE_S = 10.0
"""As often as the archive writes: a kill of the app costs no more than a batch."""
_KILLS_S = 5.0
"""How old the counts of kills may be: what they show as new since has happened within
this time of the end of a process."""
_LONGEST_STEP_S = 2.5
_LATE_S = 1.5
"""A round may come so much later than a slower pace and still stand for all of it."""
_REMEMBERED = 64
"""Runs that ended and are not to be begun again."""

Figures = Mapping[str, Mapping[str, float | None]]
"""By run key, then by the name of the figure."""


@dataclass(frozen=True, slots=True)
class Now:
    """One instant, on the monotonic clock and in seconds since 1970."""

    at_s: float
    wall_s: float


class Ledger:
    """Keeps a record of each run; `update` returns those that are to be saved."""

    def __init__(
        self,
        boot: str,
        root: Path = Path("/"),
        ends: Ends | None = None,
        aside: Aside | None = None,
    ) -> None:
        self._boot = boot
        self._root = root
        self._aside = aside or Aside()
        self._ends = ends or Ends(root)
        self._members = Members(self._ends, root)
        self._live: dict[str, LiveRun] = {}
        """By run key."""
        self._earlier: dict[str, RunRecord] = {}
        """Runs of before a restart of the app that live and were not seen yet."""
        self._closing: list[RunRecord] = []
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._last_at_s: float | None = None
        self._save_at_s = self._kills_at_s = 0.0

    def carry(self, earlier: Iterable[RunRecord]) -> None:
        """Take up records from before the app was started anew, those that are open.

        Of a run that is gone meanwhile nobody knows how it ended.
        """
        for record in earlier:
            if record.outcome is not Outcome.RUNNING:
                continue
            boot, _, key = record.identity.rpartition("/")
            if boot != self._boot:
                self._closing.append(unseen(record, outcome.RESTARTED))
            elif key in self._live:
                self._live[key].carry(record)
            else:
                self._earlier[key] = record
                self._watch_root(key)

    def update(self, frame: Frame, figures: Figures) -> list[RunRecord]:
        """Take one round; return the records that changed enough to be saved.

        The last record of a run, that says how it ended, is returned once.
        """
        now = Now(frame.at_s, frame.wall_s)
        longest_s = max(_LONGEST_STEP_S, frame.period_s + _LATE_S)
        step_s = min(longest_s, now.at_s - (self._last_at_s or now.at_s))
        self._last_at_s = now.at_s
        news: set[str] = set()
        # A root that nobody took the exit status of is still in the process table.
        views = [view for view in frame.runs if view.run.key not in self._ended]
        for view in views:
            if self._note(view, figures.get(view.run.key, {}), now, step_s):
                news.add(view.run.key)
        found, self._closing = self._closing, []
        found += self._take_ends(now, news)
        found += self._regrouped(views, now)
        if now.at_s >= self._kills_at_s:
            self._kills_at_s = now.at_s + _KILLS_S
            for live in self._live.values():
                live.kills.look(now.at_s)
        if now.at_s >= self._save_at_s:
            self._save_at_s = now.at_s + SAVE_S
            news.update(self._live)
        return found + [
            self._live[k].record(now.at_s) for k in news & self._live.keys()
        ]

    def records(self) -> list[RunRecord]:
        """Return the runs that live, as they stand: the app is about to end."""
        at_s = self._last_at_s or 0.0
        return [live.record(at_s) for live in self._live.values()]

    def close(self) -> None:
        """Let go of the processes."""
        self._ends.close()

    def _note(
        self,
        view: RunView,
        figures: Mapping[str, float | None],
        now: Now,
        step_s: float,
    ) -> bool:
        """Take one run of a round; return whether that is worth a save."""
        run = view.run
        live = self._live.get(run.key)
        is_new = live is None
        if live is None:
            live = self._live[run.key] = self._opened(run, now)
            self._watch_root(run.key)
        live.ask_script(self._aside, self._root)
        told = live.note(run, view.verdict, figures, now.at_s, step_s)
        self._members.watch(run, now.at_s)
        return is_new or told

    def _opened(self, run: TrainingRun, now: Now) -> LiveRun:
        live = LiveRun(
            identity=identity_of(run.key, self._boot),
            run=run,
            folder=folder_of(run.root_pid, self._root),
            started_at_s=now.wall_s - (now.at_s - run.started_at_s),
            seen_at_s=now.wall_s,
            last_seen_at_s=now.wall_s,
            kills=MemoryKills(run.root_pid, self._root),
        )
        earlier = self._earlier.pop(run.key, None)
        if earlier is not None:
            live.carry(earlier)
        return live

    def _watch_root(self, key: str) -> None:
        pid, ticks = map(int, key.split("-"))
        self._ends.watch(pid, ticks, is_root=True)

    def _take_ends(self, now: Now, news: set[str]) -> list[RunRecord]:
        """Return the last records of runs that ended; note who died in the others."""
        ended = self._ends.take(now.at_s)
        if not ended:
            return []
        roots = {_pid(key): key for key in (*self._live, *self._earlier)}
        for pid, end in ended.items():
            if pid not in roots:
                self._note_death(pid, end, now, news)
        closed = []
        for pid, end in ended.items():
            key = roots.get(pid)
            if key in self._live:
                closed.append(self._close(key, end, now))
            elif key is not None:
                closed.append(_late(self._earlier.pop(key), end, now))
        return closed

    def _note_death(self, pid: int, end: End, now: Now, news: set[str]) -> None:
        died = self._members.died(pid, end)
        live = self._live.get(died[0]) if died is not None else None
        if died is None or live is None:
            return
        live.deaths.append(Death(died[1], end, _for_memory(live, end, now), now.at_s))
        news.add(died[0])

    def _close(self, key: str, end: End, now: Now) -> RunRecord:
        live = self._live.pop(key)
        self._members.forget(key)
        self._ended[key] = None
        while len(self._ended) > _REMEMBERED:
            self._ended.popitem(last=False)
        by_signal = end.signal is not None
        deaths = live.deaths_before_end(now.at_s, by_signal=by_signal)
        how = ending(end, lately(deaths, now.at_s), _for_memory(live, end, now))
        return live.ended(how, now.at_s)

    def _regrouped(self, views: Collection[RunView], now: Now) -> list[RunRecord]:
        """Close records of runs whose root turned out to belong to a larger run."""
        shown = {view.run.key for view in views}
        hidden = self._live.keys() - shown
        if not hidden:
            return []
        members = {member.pid for view in views for member in view.run.members}
        closed = []
        for key in [key for key in hidden if _pid(key) in members]:
            live = self._live.pop(key)
            self._ends.forget(_pid(key))
            self._members.forget(key)
            last = Ending(Outcome.ENDED, outcome.REGROUPED)
            closed.append(live.ended(last, now.at_s))
        return closed


def _for_memory(live: LiveRun, end: End, now: Now) -> bool:
    return end.signal == signal.SIGKILL and live.kills.rose_lately(now.at_s)


def _pid(key: str) -> int:
    return int(key.partition("-")[0])


def _late(record: RunRecord, end: End, now: Now) -> RunRecord:
    """Close the record of a run that ended before it was seen again."""
    if not end.is_known:
        return unseen(record, outcome.UNWATCHED)
    how = ending(end, (), False)
    return replace(
        record,
        ended_at_s=now.wall_s,
        outcome=how.outcome,
        exit_status=how.exit_status,
        signal=how.signal,
        outcome_reason=how.reason,
    )
