"""The holds of the power profile that this program has, by entry of the journal."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from traintray.core.live_knobs.entry import End, Entry
from traintray.core.live_knobs.holding import Profiles
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.survey import is_alive
from traintray.core.live_knobs.tasks import Tasks
from traintray.core.sentence import Sentence


class Holds:
    """Takes holds and lets go of them. The service ends them with this program."""

    def __init__(self, tasks: Tasks, profiles: Profiles | None) -> None:
        self._tasks = tasks
        self._profiles = profiles
        self._cookies: dict[int, int] = {}

    def take(self, entry: Entry) -> Entry:
        """Hold what the entry's rule names; return it with us as the holder.

        Raises LiveKnobError.
        """
        own = self._own()
        if entry.holder not in (None, own) and is_alive(entry.holder, self._tasks):
            held = Sentence(
                "LiveKnobs",
                "another traintray (PID {pid}) holds a power profile for this run."
                " Undo that first.",
            )
            raise LiveKnobError(held.filled(pid=entry.holder[0]))
        if self._profiles is None:
            raise LiveKnobError(
                Sentence("LiveKnobs", "there is no power-profile service here")
            )
        self.drop(entry)
        profile = entry.rule.partition(":")[2]
        try:
            cookie = self._profiles.hold(profile, f"Training: {entry.run_name}")
        except OSError as error:
            refused = Sentence(
                "LiveKnobs", "the power-profile service refused: {error}"
            )
            raise LiveKnobError(refused.filled(error=error)) from error
        self._cookies[entry.number] = cookie
        return replace(entry, holder=own)

    def drop(self, entry: Entry) -> None:
        """Let go of the hold of an entry, if it is ours."""
        self._release(entry.number)

    def drop_all(self) -> None:
        """Let go of every hold."""
        for number in tuple(self._cookies):
            self._release(number)

    def end(self, entry: Entry) -> End | None:
        """Return why a hold is over, or None while it is not."""
        pid, _, ticks = entry.run_key.partition("-")
        if not is_alive((int(pid), int(ticks)), self._tasks):
            return End.ENDED
        if entry.holder != self._own():
            assert entry.holder is not None, "it is a hold"
            return None if is_alive(entry.holder, self._tasks) else End.RELEASED
        cookie = self._cookies.get(entry.number)
        if cookie is None or self._profiles is None:
            return End.RELEASED
        try:
            return None if self._profiles.is_held(cookie) else End.BY_HAND
        except OSError:
            return End.RELEASED  # the service has gone, and all holds with it

    def _own(self) -> tuple[int, int]:
        pid = self._tasks.own_pid()
        return pid, self._tasks.process(pid).started_ticks

    def _release(self, number: int) -> None:
        cookie = self._cookies.pop(number, None)
        if cookie is not None and self._profiles is not None:
            # The service that does not answer has gone, and the hold with it.
            with contextlib.suppress(OSError):
                self._profiles.release(cookie)
