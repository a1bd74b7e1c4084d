"""When nothing, or only what is critical, may be told."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.telling.daytime import LocalTime, day_of, is_within
from traintray.core.telling.deed import Span
from traintray.core.telling.hush import Hush
from traintray.core.telling.snoozes import Snooze, Snoozes
from traintray.core.telling.wishes import Wishes


class Silence:
    """Login, resume, quiet hours and snoozes, as of the newest frame."""

    def __init__(self, local: LocalTime, *, after_login: bool) -> None:
        self._local = local
        self._hush = Hush(after_login)
        self._at_s = self._wall_s = 0.0
        self.snoozes = Snoozes()
        self.day = ""
        """Today's date."""

    def update(self, frame: Frame) -> None:
        """Take the clocks of the newest frame."""
        self._at_s, self._wall_s = frame.at_s, frame.wall_s
        self.day = day_of(frame.wall_s, self._local)
        self._hush.update(frame.at_s, frame.wall_s)
        self.snoozes.update(frame.wall_s, self.day)

    @property
    def is_hushed(self) -> bool:
        """Whether nothing may be told at all."""
        return self._hush.holds(self._at_s)

    def is_quiet(self, wishes: Wishes) -> bool:
        """Whether only what is critical may be told."""
        today = any(snooze.day for snooze in self.snoozes)
        return today or is_within(wishes.quiet_minutes, self._wall_s, self._local)

    def covers(self, run_key: str, wishes: Wishes, *, critical: bool) -> bool:
        """Whether a tip about a run has to wait."""
        if self.is_hushed or self.snoozes.cover(run_key, critical=critical):
            return True
        return not critical and self.is_quiet(wishes)

    def begin(
        self, run_key: str, span: Span, wishes: Wishes, *, critical: bool
    ) -> None:
        """Snooze what is asked for. `critical`: what is snoozed is critical itself."""
        today = span is Span.TODAY
        self.snoozes.add(
            Snooze(
                run_key="" if today else run_key,
                since_s=self._wall_s,
                for_s=wishes.snooze_s if span is Span.FOR_A_WHILE else None,
                day=self.day if today else "",
                covers_critical=critical and not today,
            )
        )
