"""Watches the machine for a while in the foreground: no thread, no Qt."""

from __future__ import annotations

from collections.abc import Callable

from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.frame import Frame, RunView
from traintray.core.pipeline import Pipeline
from traintray.core.sampling.clock import Clock, Interrupt
from traintray.core.sampling.loop import next_due

PERIOD_S = 1.0


class Watch:
    """What was seen while watching."""

    def __init__(self) -> None:
        self.last_frame: Frame | None = None
        self.runs: dict[str, RunView] = {}
        """The latest view of every run, those included that ended meanwhile."""
        self.unreadable: dict[int, UnreadableProcess] = {}
        """Busy Python processes that could not be looked into, by pid."""

    def note(self, frame: Frame) -> None:
        """Keep what a frame brings."""
        self.last_frame = frame
        for view in frame.runs:
            self.runs[view.run.key] = view
        self.unreadable.update((one.pid, one) for one in frame.unreadable)


def watch(
    pipeline: Pipeline,
    clock: Clock,
    seconds: float,
    tell: Callable[[float], None] = lambda _left_s: None,
) -> Watch:
    """Sample once a second for `seconds`; `tell` hears how many are left."""
    seen = Watch()
    interrupt = Interrupt()
    due_s = clock.monotonic_s()
    end_s = due_s + seconds
    while due_s <= end_s:
        clock.sleep_until(due_s, interrupt)
        now_s = clock.monotonic_s()
        seen.note(pipeline.tick(now_s, clock.wall_s()))
        tell(max(0.0, end_s - now_s))
        due_s = next_due(due_s, clock.monotonic_s(), PERIOD_S)
    return seen
