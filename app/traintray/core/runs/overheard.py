"""Tells of runs that ended, as they are handed to the archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from traintray.core.archive.records import EpisodeRecord, Outcome, RunRecord
from traintray.core.runs.keeper import ArchiveSink

_MOST_TOLD = 256
"""Ended runs that are known by name. A record comes again only with what was proven by
the run, minutes after its end: by then a script that starts a run a second has made
fewer than this many."""


class Overheard:
    """Stands between the keeper and the archive."""

    def __init__(self, sink: ArchiveSink) -> None:
        self._sink = sink
        self.tell_end: Callable[[RunRecord], None] | None = None
        """Who hears of the last record of each run, on the sampling thread."""
        self._told: dict[str, None] = {}
        """Runs that were told of, the newest last."""

    def add(self, wall_s: float, values: Mapping[str, float | None]) -> None:
        """Pass on one round of samples."""
        self._sink.add(wall_s, values)

    def save_run(self, run: RunRecord) -> int:
        """Pass on a run, and tell of it once when it has ended: what was proven by it
        may be added later.
        """
        number = self._sink.save_run(run)
        if run.outcome is Outcome.RUNNING or run.identity in self._told:
            return number
        self._told[run.identity] = None
        if len(self._told) > _MOST_TOLD:
            del self._told[next(iter(self._told))]
        if self.tell_end is not None:
            self.tell_end(run)
        return number

    def save_episode(self, episode: EpisodeRecord) -> None:
        """Pass on an episode."""
        self._sink.save_episode(episode)

    def flush_soon(self) -> None:
        """Pass it on."""
        self._sink.flush_soon()
