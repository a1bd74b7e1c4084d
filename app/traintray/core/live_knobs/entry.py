"""What was applied to a run, and what each of its threads had before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from traintray.core.live_knobs.tasks import Thread


class End(Enum):
    """Why there is nothing to undo any more."""

    UNDONE = "undone"
    ENDED = "ended"
    """The processes are gone."""
    RELEASED = "released"
    """The program that held the power profile is gone, and its hold with it."""
    BY_HAND = "by_hand"
    """The user chose another power profile since."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One thread: what it had before we came, and what it was given."""

    thread: Thread
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One live knob of one run."""

    number: int
    knob: str
    run_key: str
    run_name: str
    value: str
    rule: str
    at_s: float
    """Seconds since 1970."""
    epoch: tuple[str, str]
    """Boot and world of pids, see `Tasks.epoch`."""
    saved: tuple[Saved, ...] = ()
    """Every thread that was seen, those included that had the value already."""
    holder: tuple[int, int] | None = None
    """Of a hold: pid and start of the program that holds it."""
    end: End | None = None
    """None while it can be undone."""
    ended_at_s: float | None = None
    was: str = ""
    """Once it has ended: what `before` was."""

    @property
    def before(self) -> str:
        """What most threads had; empty for a hold, and where it is not known."""
        values = Counter(one.before for one in self.saved).most_common(1)
        return values[0][0] if values else self.was

    @property
    def processes(self) -> frozenset[tuple[int, int]]:
        """Pid and start of the processes that it was applied to."""
        threads = (one.thread for one in self.saved)
        return frozenset((one.pid, one.process_ticks) for one in threads)

    def with_saved(self, more: Iterable[Saved]) -> Entry:
        """Return it with more threads, or with newer values of those that are there."""
        there = {one.thread: one for one in self.saved}
        there.update((one.thread, one) for one in more)
        return replace(self, saved=tuple(there.values()))

    def closed(self, end: End, at_s: float) -> Entry:
        """Return it ended; which thread had what is no use any more."""
        return replace(self, end=end, ended_at_s=at_s, saved=(), was=self.before)


def to_json(entry: Entry) -> dict[str, Any]:
    """Return an entry for the journal: threads by process, each one a short list."""
    processes: dict[str, list[list[object]]] = {}
    for one in entry.saved:
        key = f"{one.thread.pid}-{one.thread.process_ticks}"
        row = [one.thread.tid, one.thread.ticks, one.before, one.after]
        processes.setdefault(key, []).append(row)
    return {
        "number": entry.number,
        "knob": entry.knob,
        "run": entry.run_key,
        "name": entry.run_name,
        "value": entry.value,
        "rule": entry.rule,
        "at_s": entry.at_s,
        "boot": entry.epoch[0],
        "pids": entry.epoch[1],
        "threads": processes,
        "holder": entry.holder,
        "end": entry.end.value if entry.end else None,
        "ended_at_s": entry.ended_at_s,
        "was": entry.was,
    }


def from_json(found: Mapping[str, Any]) -> Entry:
    """Read what `to_json` made; ValueError, TypeError or KeyError for anything else."""
    saved = []
    for key, rows in found["threads"].items():
        pid, _, ticks = key.partition("-")
        for tid, thread_ticks, before, after in rows:
            thread = Thread(int(pid), int(ticks), int(tid), int(thread_ticks))
            saved.append(Saved(thread, str(before), str(after)))
    holder, ended = found["holder"], found["ended_at_s"]
    return Entry(
        number=int(found["number"]),
        knob=str(found["knob"]),
        run_key=str(found["run"]),
        run_name=str(found["name"]),
        value=str(found["value"]),
        rule=str(found["rule"]),
        at_s=float(found["at_s"]),
        epoch=(str(found["boot"]), str(found["pids"])),
        saved=tuple(saved),
        holder=None if holder is None else (int(holder[0]), int(holder[1])),
        end=None if found["end"] is None else End(found["end"]),
        ended_at_s=None if ended is None else float(ended),
        was=str(found.get("was", "")),
    )
