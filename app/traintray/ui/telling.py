"""Decides what to tell and when: once per episode, and not when asked to be quiet.

No Qt and no D-Bus: frames in, things to do out.
"""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.advice.advice import Advice
from traintray.core.frame import Frame, RunView

REPEAT_AFTER_S = 1800.0
"""The same thing about the same run is told again no sooner than this, however
often it comes and goes; the app shows it all the while."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Show this; it takes the place of what is shown about the same run."""

    run_key: str
    episode_number: int
    advice: Advice


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back what is shown about this run: it no longer holds."""

    run_key: str


Deed = Tell | Withdraw


class Telling:
    """Remembers what was told.

    At most one thing is shown per run. An episode is told once; one that could
    not be delivered, or that was snoozed, is told again while it lasts.
    """

    def __init__(
        self,
        snooze_s: float,
        enabled: bool = True,
        repeat_after_s: float = REPEAT_AFTER_S,
    ) -> None:
        self._snooze_s = snooze_s
        self._enabled = enabled
        self._repeat_after_s = repeat_after_s
        self._shown: dict[str, int] = {}
        """Number of the episode that is shown, by run."""
        self._told: set[int] = set()
        self._told_at_s: dict[tuple[str, str], float] = {}
        self._snoozed_until_s: dict[str, float] = {}
        self._at_s = 0.0

    def update(self, frame: Frame) -> list[Deed]:
        """Take the newest frame; return what is to be done."""
        self._at_s = frame.at_s
        open_views = {v.run.key: v for v in frame.runs if v.advice and v.episode}
        deeds: list[Deed] = []
        for key, view in open_views.items():
            told = self._tell(view)
            if told is not None:
                self._shown[key] = told.episode_number
                deeds.append(told)
        for key, number in list(self._shown.items()):
            present = open_views.get(key)
            if present is None or _number(present) != number:
                del self._shown[key]
                deeds.append(Withdraw(key))
        self._forget_all_but(frame)
        return deeds

    def snooze(self, run_key: str) -> list[Deed]:
        """Say nothing more about this run for a while."""
        self._snoozed_until_s[run_key] = self._at_s + self._snooze_s
        self._untell(run_key)
        return [Withdraw(run_key)] if self._shown.pop(run_key, None) else []

    def undelivered(self, run_key: str) -> None:
        """Note that what was told about the run reached nobody."""
        self._untell(run_key)
        self._shown.pop(run_key, None)

    def _tell(self, view: RunView) -> Tell | None:
        key, number = view.run.key, _number(view)
        if not self._enabled or view.advice is None or number in self._told:
            return None
        if self._at_s < self._snoozed_until_s.get(key, self._at_s):
            return None
        topic = (key, view.advice.kind)
        last_s = self._told_at_s.get(topic)
        self._told.add(number)
        if last_s is not None and self._at_s < last_s + self._repeat_after_s:
            return None
        self._told_at_s[topic] = self._at_s
        return Tell(key, number, view.advice)

    def _untell(self, run_key: str) -> None:
        number = self._shown.get(run_key)
        if number is not None:
            self._told.discard(number)
        for topic in [t for t in self._told_at_s if t[0] == run_key]:
            del self._told_at_s[topic]

    def _forget_all_but(self, frame: Frame) -> None:
        """Keep nothing about what is gone: the app may run for months."""
        runs = {view.run.key for view in frame.runs}
        self._told &= {episode.number for episode in frame.episodes} | {
            _number(view) for view in frame.runs
        }
        for gone in [key for key in self._snoozed_until_s if key not in runs]:
            del self._snoozed_until_s[gone]
        for topic in [topic for topic in self._told_at_s if topic[0] not in runs]:
            del self._told_at_s[topic]


def _number(view: RunView) -> int:
    return view.episode.number if view.episode else 0
