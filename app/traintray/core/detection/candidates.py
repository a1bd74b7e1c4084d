"""Finds the processes that have a training framework mapped, cheaply.

Reading `maps` of a trainer costs about a millisecond, so only Python processes that
use CPU are asked, and one that had no framework is asked again ever more rarely: an
import may still be on its way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.detection.framework import Framework, recognise_all
from traintray.core.detection.world import Table, World
from traintray.core.readings import ProcessFacts, ProcessReading

_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
_LEAST_CPU_S = 1.0
"""CPU time before a process is asked: importing a framework takes longer, and most
processes end before."""
_FIRST_LOOK_AGAIN_S = 5.0
"""Libraries are loaded after the framework too: those that decode data, the driver
of a GPU. What a run has mapped is read again, ever more rarely."""
EARLIER_WORK_S = 20.0
"""CPU time by which a process that rests when we come is asked all the same: it may
have trained before. Importing several frameworks takes a third of it."""
_MOST_AT_ONCE = 8
"""Processes asked in one round; the others are still busy in the next one."""


@dataclass(slots=True)
class Known:
    """What is known of one process."""

    name: str
    is_python: bool
    facts: ProcessFacts | None
    frameworks: tuple[Framework, ...]
    """All that it has mapped, by rank."""
    ask_again_at_s: float
    wait_s: float

    @property
    def framework(self) -> Framework | None:
        """The one with the lowest rank."""
        return next(iter(self.frameworks), None)


class Candidates:
    """Remembers which processes have which framework mapped.

    A pid that was given to another process is among those that ended, so what was
    known of the one before is forgotten.
    """

    def __init__(self, world: World, frameworks: Sequence[Framework]) -> None:
        self._world = world
        self._frameworks = frameworks
        self._known: dict[int, Known] = {}
        self._earlier: list[int] | None = None
        """Processes that were there before us and have used much CPU time, as far as
        they have not been asked yet."""

    def update(self, table: Table, at_s: float) -> bool:
        """Look at busy processes, and once at those that worked before we came.

        Return whether a new one has a framework mapped.
        """
        for pid in table.ended:
            self._known.pop(pid, None)
        if self._earlier is None:
            self._earlier = sorted(
                process.pid
                for process in table.processes.values()
                if process.user_s + process.system_s >= EARLIER_WORK_S
            )
        due = [
            process
            for pid in sorted(table.busy)
            if (process := table.processes.get(pid)) and self._is_due(process, at_s)
        ]
        due.extend(self._next_earlier(table, _MOST_AT_ONCE - len(due)))
        asked = [self._ask(process, at_s) for process in due[:_MOST_AT_ONCE]]
        return any(known is not None and known.framework for known in asked)

    def pids(self) -> tuple[int, ...]:
        """Return the processes that have a framework mapped."""
        return tuple(pid for pid, known in self._known.items() if known.framework)

    def framework(self, pid: int) -> Framework | None:
        """Return the framework that a process has mapped, if it is known."""
        known = self._known.get(pid)
        return known.framework if known else None

    def frameworks(self, pid: int) -> tuple[Framework, ...]:
        """Return every framework that a process has mapped, by rank."""
        known = self._known.get(pid)
        return known.frameworks if known else ()

    def command(self, pid: int) -> tuple[str, ...]:
        """Return the command line of a Python process that was looked at, or ()."""
        known = self._known.get(pid)
        if known is None or known.facts is None or not known.is_python:
            return ()
        return known.facts.command

    def look_again(self, pid: int, at_s: float) -> None:
        """Read the facts of a member again when that is due."""
        known = self._known.get(pid)
        if known is None or known.facts is None or at_s < known.ask_again_at_s:
            return
        known.wait_s = min(_LONGEST_WAIT_S, known.wait_s * 2)
        known.ask_again_at_s = at_s + known.wait_s
        try:
            facts = self._world.facts(pid)
        except OSError:
            return
        known.facts = facts
        known.frameworks = recognise_all(facts.mapped_files, self._frameworks)

    def unreadable(self, table: Table) -> tuple[ProcessReading, ...]:
        """Return the busy Python processes that could not be looked into."""
        return tuple(
            process
            for pid in sorted(table.busy)
            if (known := self._known.get(pid)) is not None
            and known.facts is not None
            and "mapped_files" in known.facts.gaps
            and (process := table.processes.get(pid)) is not None
        )

    def look_at(self, process: ProcessReading, at_s: float) -> Known | None:
        """Return what is known of a process, asking now if it is new.

        None when it is gone.
        """
        known = self._known.get(process.pid)
        return known if known is not None else self._ask(process, at_s)

    def facts(self, process: ProcessReading, at_s: float) -> ProcessFacts | None:
        """Return the facts of a process, read at the first call; None when gone."""
        known = self.look_at(process, at_s)
        if known is not None and known.facts is None:
            try:
                known.facts = self._world.facts(process.pid)
            except OSError:
                return None
        return known.facts if known else None

    def _next_earlier(self, table: Table, count: int) -> list[ProcessReading]:
        """Return up to so many of those who worked before we came; each only once."""
        found: list[ProcessReading] = []
        while self._earlier and len(found) < count:
            process = table.processes.get(self._earlier.pop(0))
            if process is not None and process.pid not in self._known:
                found.append(process)
        return found

    def _is_due(self, process: ProcessReading, at_s: float) -> bool:
        known = self._known.get(process.pid)
        if known is None:
            return process.user_s + process.system_s >= _LEAST_CPU_S
        if known.framework is not None:
            return False
        # A new name means that it started another program: bash became python.
        return known.name != process.name or at_s >= known.ask_again_at_s

    def _ask(self, process: ProcessReading, at_s: float) -> Known | None:
        before = self._known.get(process.pid)
        wait_s = _FIRST_WAIT_S
        if before is not None and before.name == process.name:
            wait_s = min(_LONGEST_WAIT_S, before.wait_s * 2)
        facts: ProcessFacts | None = None
        try:
            python = self._world.is_python(process.pid)
            if python:
                facts = self._world.facts(process.pid)
        except OSError:
            self._known.pop(process.pid, None)
            return None
        mapped = facts.mapped_files if facts else ()
        frameworks = recognise_all(mapped, self._frameworks)
        if frameworks:
            wait_s = _FIRST_LOOK_AGAIN_S
        known = Known(
            process.name,
            python,
            facts,
            frameworks,
            at_s + wait_s,
            wait_s,
        )
        self._known[process.pid] = known
        return known
