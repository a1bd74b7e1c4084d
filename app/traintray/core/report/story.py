"""All that the archive knows of one run, and of the run before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    RunRecord,
    Slice,
)
from traintray.core.export.order import UNWATCHED, Watch

POINTS = 700
"""One per pixel of the widest screen on which the graphs are drawn."""
FIGURES = (
    "usable_busy_fraction",
    "demand_threads",
    "main_demand_threads",
    "worker_demand_threads",
    "rss_bytes",
    "main_memory_bytes",
    "worker_memory_bytes",
    "gpu_busy_fraction",
    "gpu_memory_bytes",
    "steps_per_s",
)
MACHINE = ("cpu.busy_fraction",)
_INSTANT_S = 0.001


@dataclass(frozen=True, slots=True)
class Story:
    """One run, ready to be told."""

    run: RunRecord
    until_s: float
    """Its end; of a run that goes on, the newest sample."""
    episodes: Sequence[EpisodeRecord]
    """Oldest first."""
    slices: Mapping[str, Slice]
    """Figures of the run, and of the machine as `cpu.busy_fraction`; one that was
    never measured is not in it.
    """
    before: RunRecord | None
    """The run that it was compared with, else the last one of the same command."""
    changes: Sequence[KnobRecord]
    """Knobs that were changed between the two, oldest first."""

    @property
    def since_s(self) -> float:
        """When it was first watched: the graphs begin there."""
        return self.run.seen_at_s

    def end_s(self, episode: EpisodeRecord) -> float:
        """Return when an episode ended; one that is open lasts as long as the run."""
        return self.until_s if episode.ended_at_s is None else episode.ended_at_s

    def lasted_s(self, episode: EpisodeRecord) -> float:
        """Return for how long an episode lasted, as far as it was seen."""
        return max(0.0, self.end_s(episode) - episode.onset_at_s)


_RECORDS_FRACTION, _SAMPLES_FRACTION = 0.1, 0.9
"""How much of the work is done when they are read: the samples take most of it."""


def gather(reader: ArchiveReader, run: RunRecord, watch: Watch = UNWATCHED) -> Story:
    """Read what a report tells; `watch` hears how much of the report is done. Raises
    ArchiveError, or CancelledError.
    """
    until_s = max(_until_s(reader, run), run.seen_at_s + 1.0)
    before = _compared_with(reader, run) or _before(reader, run)
    episodes = [
        episode
        for episode in reader.episodes(run.seen_at_s, until_s)
        if episode.run_identity == run.identity
    ]
    changes: Sequence[KnobRecord] = ()
    if before is not None:
        changes = reader.knob_changes(before.started_at_s, run.started_at_s)
    watch.step(_RECORDS_FRACTION)
    slices = _slices(reader, run, until_s)
    watch.step(_SAMPLES_FRACTION)
    return Story(
        run=run,
        until_s=until_s,
        episodes=sorted(episodes, key=lambda e: e.onset_at_s),
        slices=slices,
        before=before,
        changes=sorted(changes, key=lambda c: c.at_s),
    )


def _until_s(reader: ArchiveReader, run: RunRecord) -> float:
    if run.ended_at_s is not None:
        return run.ended_at_s
    # Its samples are written more often than its record.
    span = reader.span()
    return run.last_seen_at_s if span is None else max(run.last_seen_at_s, span[1])


def _slices(reader: ArchiveReader, run: RunRecord, until_s: float) -> dict[str, Slice]:
    keys = {figure: f"run/{run.identity}/{figure}" for figure in FIGURES}
    keys |= {name: name for name in MACHINE}
    # A span ends before its end: the newest sample is to be in it.
    end_s = until_s + _INSTANT_S
    found = reader.many(list(keys.values()), run.seen_at_s, end_s, POINTS)
    return {
        name: found[key]
        for name, key in keys.items()
        if any(value == value for value in found[key].mean)  # NaN is not itself
    }


def _compared_with(reader: ArchiveReader, run: RunRecord) -> RunRecord | None:
    """Return the run before a change of which this one shows what came."""
    wanted = None if run.proof is None else run.proof.before_run
    if wanted is None:
        return None
    earlier = reader.runs(0.0, run.started_at_s)
    return next((one for one in earlier if one.identity == wanted), None)


def _before(reader: ArchiveReader, run: RunRecord) -> RunRecord | None:
    """Return the last run of the same command in the same folder that ended before."""
    earlier = [
        other
        for other in reader.runs(0.0, run.started_at_s)
        if other.identity != run.identity
        and other.command == run.command
        and other.folder == run.folder
        and other.ended_at_s is not None
        and other.ended_at_s <= run.started_at_s
    ]
    return max(earlier, key=lambda other: other.started_at_s, default=None)
