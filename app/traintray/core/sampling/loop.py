"""Call one function at a steady pace on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from traintray.core.sampling.clock import Clock, Interrupt


def missed_ticks(due_s: float, now_s: float, period_s: float) -> int:
    """Return how many ticks after the one due at `due_s` came and went by `now_s`."""
    return max(0, int((now_s - due_s) // period_s))


def next_due(due_s: float, now_s: float, period_s: float) -> float:
    """Return when the tick after the one due at `due_s` falls due.

    Ticks that `now_s` has overtaken are skipped, so a busy machine is sampled
    less often, never harder.
    """
    return due_s + period_s * (1 + missed_ticks(due_s, now_s, period_s))


class SamplingLoop:
    """Ticks every `period_s` until stopped; the only thread of the core.

    `tick` gets the number of ticks that were skipped since the one before. What it
    raises is a bug: the thread ends, and `threading.excepthook` hears of it.
    """

    def __init__(
        self, tick: Callable[[int], None], clock: Clock, period_s: float
    ) -> None:
        self._tick = tick
        self._clock = clock
        self._period_s = period_s
        self._is_changed = False
        self._stop = Interrupt()
        self._thread = threading.Thread(target=self._run, name="sampler", daemon=True)

    def start(self) -> None:
        """Begin; the first tick comes at once. Can be done once only."""
        self._thread.start()

    def set_period(self, period_s: float) -> None:
        """Tick every `period_s` from the last tick on. From any thread."""
        if period_s != self._period_s:
            self._period_s = period_s
            self._is_changed = True
            self._stop.wake()

    def stop(self, timeout_s: float = 2.0) -> bool:
        """Ask the loop to end; say whether it did within `timeout_s`.

        False when a tick hangs in a driver; the thread is a daemon and does not
        keep the program from exiting. May be called from `tick` itself, where the
        answer is False as well: the tick has to return first.
        """
        self._stop.set()
        if threading.current_thread() is self._thread:
            return False
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        last_s = due_s = self._clock.monotonic_s()
        missed = 0
        while not self._clock.sleep_until(due_s, self._stop):
            now_s = self._clock.monotonic_s()
            if self._is_changed:
                self._is_changed = False
                if now_s < due_s:  # woken: the next tick falls due at another time
                    due_s = max(now_s, last_s + self._period_s)
                    continue
            self._tick(missed)
            now_s, period_s = self._clock.monotonic_s(), self._period_s
            missed = missed_ticks(due_s, now_s, period_s)
            last_s, due_s = due_s, next_due(due_s, now_s, period_s)
