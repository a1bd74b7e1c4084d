"""Why there are stretches without samples: a pause, or a computer that was off."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.frame import Frame, State
from traintray.core.readings import GapReason

_KEPT_S = 86400.0


@dataclass(frozen=True, slots=True)
class Sleep:
    """The computer was suspended. The monotonic clock stands still meanwhile."""

    at_s: float
    """When it woke up, on the monotonic clock."""
    slept_s: float


@dataclass(frozen=True, slots=True)
class Pause:
    """Sampling was paused by the user."""

    start_s: float
    end_s: float


class Interruptions:
    """Notes pauses and suspends as frames pass by."""

    def __init__(self) -> None:
        self._pauses: list[Pause] = []
        self._sleeps: list[Sleep] = []
        self._last: Frame | None = None

    def note(self, frame: Frame) -> None:
        """Take note of `frame`. Costs next to nothing."""
        last, self._last = self._last, frame
        if frame.state is State.PAUSED:
            self._note_pause(frame, last)
        elif last is not None and _woke(frame):
            slept_s = (frame.wall_s - frame.at_s) - (last.wall_s - last.at_s)
            self._sleeps.append(Sleep(frame.at_s, max(0.0, slept_s)))
        oldest_s = frame.at_s - _KEPT_S
        self._pauses = [each for each in self._pauses if each.end_s > oldest_s]
        self._sleeps = [each for each in self._sleeps if each.at_s > oldest_s]

    def _note_pause(self, frame: Frame, last: Frame | None) -> None:
        if last is not None and last.state is State.PAUSED and self._pauses:
            self._pauses[-1] = Pause(self._pauses[-1].start_s, frame.at_s)
        else:
            self._pauses.append(Pause(frame.at_s, frame.at_s))

    @property
    def sleeps(self) -> tuple[Sleep, ...]:
        """Suspends of the last day, oldest first."""
        return tuple(self._sleeps)

    def paused_within(self, start_s: float, end_s: float) -> bool:
        """Whether a pause touches the time between."""
        return any(p.start_s < end_s and p.end_s > start_s for p in self._pauses)

    def slept_within(self, start_s: float, end_s: float) -> float:
        """Return how long the computer was off between, seconds."""
        return sum(s.slept_s for s in self._sleeps if start_s < s.at_s < end_s)


def _woke(frame: Frame) -> bool:
    return any(gap.reason is GapReason.SUSPENDED for gap in frame.gaps.values())
