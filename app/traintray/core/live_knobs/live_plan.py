"""What a live knob would do, did, and took back. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.live_knobs.tasks import Thread
from traintray.core.sentence import Sentence


class LiveKnobError(Exception):
    """It was not done. The message says why and what to do; show it as it is."""


@dataclass(frozen=True, slots=True)
class ThreadChange:
    """One thread, before and after."""

    thread: Thread
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LivePlan:
    """A change that was worked out and not made. Making a plan changes nothing."""

    knob: str
    run_key: str
    run_name: str
    value: str
    rule: str
    processes: tuple[tuple[int, int], ...]
    """Pid and start of the members that are meant."""
    changes: tuple[ThreadChange, ...]
    """Empty for the power profile, and when every thread has it already."""
    unchanged_threads: int
    """Threads that already are as wanted."""
    is_undoable: bool
    """False: say so before the click, and pass `agreed` to `apply`."""
    cautions: tuple[Sentence, ...] = ()
    left: tuple[Sentence, ...] = ()
    """What is left alone, such as processes of another user, and why."""

    @property
    def is_empty(self) -> bool:
        """Whether everything is as wanted already."""
        return not self.changes and self.rule.partition(":")[0] != "hold"


@dataclass(frozen=True, slots=True)
class LiveOutcome:
    """What applying or undoing did."""

    changed_threads: int
    left: tuple[Sentence, ...] = ()
    """What was not done or not restored, and why."""
