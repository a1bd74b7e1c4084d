"""Gives the threads of a run a value, and gives them back what they had."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from traintray.core.live_knobs.entry import Entry, Saved
from traintray.core.live_knobs.live_knob import LiveKnob
from traintray.core.live_knobs.origins import Origins
from traintray.core.live_knobs.survey import (
    Process,
    looked_at,
    threads_of,
    with_those_below,
)
from traintray.core.live_knobs.tasks import Attribute, Tasks, Thread
from traintray.core.sentence import Sentence

_PASSES = 20
"""Threads that are born while we go through the list inherit the old value; each pass
finds fewer of them. A program that starts threads without end is left as it is."""

Put = Callable[[Entry], None]


@dataclass
class Tally:
    """What became of the threads."""

    changed: int = 0
    foreign: int = 0
    """Threads that have another value than ours since."""
    refused: dict[str, int] = field(default_factory=dict)
    """How many the kernel refused, by what it said."""

    def left(self) -> tuple[Sentence, ...]:
        """Return what was not done, in sentences."""
        found = []
        if self.foreign:
            foreign = Sentence(
                "LiveKnobs",
                "{count} of the threads were changed by another hand since and are"
                " left as they are.",
            )
            found.append(foreign.filled(count=self.foreign))
        for said, count in self.refused.items():
            refused = Sentence(
                "LiveKnobs", "The kernel refused it for {count} threads: {error}."
            )
            found.append(refused.filled(count=count, error=said))
        return tuple(found)


class Turner:
    """One knob on the threads of one run; writes down first, then changes."""

    def __init__(self, knob: LiveKnob, tasks: Tasks, put: Put) -> None:
        assert knob.attribute is not None, "a hold has no threads"
        self._knob = knob
        self._attribute: Attribute = knob.attribute
        self._tasks = tasks
        self._put = put
        self.tally = Tally()

    def apply(self, entry: Entry, processes: Iterable[Process]) -> Entry:
        """Give all threads of these processes what the entry's rule says."""
        processes = tuple(processes)
        every = _all_threads(processes, self._tasks)
        entry = self._give(entry, self._wanted(entry, every))
        for _ in range(_PASSES):
            before = self.tally.changed
            known = {one.thread for one in entry.saved}
            every = _all_threads(processes, self._tasks)
            entry = self.take_in(entry, (one for one in every if one not in known))
            if self.tally.changed == before:
                break
        return entry

    def take_in(self, entry: Entry, threads: Iterable[Thread]) -> Entry:
        """Give the value to threads born since that have not inherited it.

        Those that have are not written down: what they would have had is worked out
        from their makers.
        """
        found = self._wanted(entry, threads)
        born = [(one, now) for one, now in found if now != one.after]
        return self._give(entry, born) if born else entry

    def undo(self, entry: Entry) -> None:
        """Give every thread what it had; those born since what they would have."""
        given_up: set[Thread] = set()
        for _ in range(_PASSES):
            before = self.tally.changed
            origins = Origins(entry.saved, self._tasks)
            below = with_those_below(entry.processes, self._tasks)
            threads = _all_threads(below, self._tasks)
            for thread, now in looked_at(threads, self._attribute, self._tasks):
                if thread in given_up:
                    continue
                old = origins.before(thread, now)
                if old is None:
                    given_up.add(thread)
                    self.tally.foreign += origins.saved(thread) is not None
                elif old != now and not self._write(thread, old):
                    given_up.add(thread)
            if self.tally.changed == before:
                break

    def _wanted(
        self, entry: Entry, threads: Iterable[Thread]
    ) -> Iterator[tuple[Saved, str]]:
        found = with_origins(threads, self._attribute, entry.saved, self._tasks)
        for thread, before, now in found:
            yield Saved(thread, before, self._knob.target(entry.rule, before)), now

    def _give(self, entry: Entry, found: Iterable[tuple[Saved, str]]) -> Entry:
        found = list(found)
        entry = entry.with_saved(one for one, _ in found)
        self._put(entry)
        corrected = []
        for one, now in found:
            if now == one.after or not self._write(one.thread, one.after):
                continue
            # A cpuset may let through only a part of a mask.
            for _, real in looked_at([one.thread], self._attribute, self._tasks):
                if real != one.after:
                    corrected.append(replace(one, after=real))
        if corrected:
            entry = entry.with_saved(corrected)
            self._put(entry)
        return entry

    def _write(self, thread: Thread, value: str) -> bool:
        try:
            self._tasks.write(thread, self._attribute, value)
        except (ProcessLookupError, FileNotFoundError):
            return False  # it has ended
        except OSError as error:
            said = error.strerror or str(error)
            self.tally.refused[said] = self.tally.refused.get(said, 0) + 1
            return False
        self.tally.changed += 1
        return True


def with_origins(
    threads: Iterable[Thread],
    attribute: Attribute,
    saved: Iterable[Saved],
    tasks: Tasks,
) -> Iterator[tuple[Thread, str, str]]:
    """Yield for each thread what it had without us, and what it has now."""
    origins = Origins(saved, tasks)
    for thread, now in looked_at(threads, attribute, tasks):
        before = origins.before(thread, now)
        yield thread, now if before is None else before, now


def _all_threads(processes: Iterable[Process], tasks: Tasks) -> list[Thread]:
    return [thread for one in processes for thread in threads_of(one, tasks)]
