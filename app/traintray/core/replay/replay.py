"""Plays a trace through the real pipeline."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from traintray.core.frame import Frame
from traintray.core.pipeline import Pipeline
from traintray.core.replay.errors import TraceError
from traintray.core.replay.told import told
from traintray.core.replay.trace import Trace


@dataclass(frozen=True, slots=True)
class Difference:
    """A second in which a run got another verdict than it got live."""

    at_s: float
    """Since the first second of the trace."""
    run_key: str
    live: tuple[str | None, ...] | None
    """As in `told.Told`; None when there was no such run."""
    replayed: tuple[str | None, ...] | None


class Replay:
    """Makes the frames again, one after the other."""

    def __init__(self, trace: Trace, pipeline: Pipeline) -> None:
        self.trace = trace
        self.pipeline = pipeline
        self.frame: Frame | None = None
        """The newest."""
        self.first_at_s: float | None = None
        self.seconds = 0
        """How many lines were played."""
        self.differences: list[Difference] = []
        """Where it is not as it was live, the first time in a row only."""
        self._differs: dict[str, tuple[object, object]] = {}

    @property
    def elapsed_s(self) -> float:
        """Recorded time since the first second."""
        if self.frame is None or self.first_at_s is None:
            return 0.0
        return self.frame.at_s - self.first_at_s

    def step(self) -> Frame | None:
        """Play the next second; None at the end.

        TraceError when the trace is damaged, or when the pipeline fails on it.
        """
        if not self.trace.advance():
            return None
        now = self.trace.now
        try:
            frame = self.pipeline.tick(now.at_s, now.wall_s, now.missed_ticks)
        except Exception as error:
            raise TraceError(
                f"line {self.trace.line_number} cannot be replayed: {_where(error)}"
            ) from error
        if self.first_at_s is None:
            self.first_at_s = frame.at_s
        self.frame = frame
        self.seconds += 1
        self._compare(frame)
        return frame

    def _compare(self, frame: Frame) -> None:
        live, replayed = self.trace.told_live, told(frame)
        differs = {
            key: (live.get(key), replayed.get(key))
            for key in sorted(live.keys() | replayed.keys())
            if live.get(key) != replayed.get(key)
        }
        for key, (before, now) in differs.items():
            if self._differs.get(key) != (before, now):
                self.differences.append(Difference(self.elapsed_s, key, before, now))
        self._differs = dict(differs)


def _where(error: Exception) -> str:
    """Return what went wrong and where, in one line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"{type(error).__name__} in {place}: {error}".replace("\n", " ")
