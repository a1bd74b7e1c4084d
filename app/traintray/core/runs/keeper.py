"""Hands what a round has shown to the archive: samples, runs, episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from traintray.core.archive.names import identity_of, kept_name, split_live
from traintray.core.archive.records import EpisodeRecord, Outcome, RunRecord
from traintray.core.frame import Frame
from traintray.core.proof.prover import Prover
from traintray.core.runs.episodes_kept import EpisodesKept
from traintray.core.runs.ledger import Ledger

Values = Mapping[str, float | None]
_OF_MACHINE = {
    "pressure.cpu.stalled_fraction": "cpu_pressure_fraction",
    "cpu.fixed_work_s": "fixed_work_s",
}
"""Of the machine; they belong into the record of each run as well."""


class ArchiveSink(Protocol):
    """What the keeper gives things to: core.archive.writer.ArchiveWriter."""

    def add(self, wall_s: float, values: Values) -> None:
        """Remember one round of samples."""
        ...

    def save_run(self, run: RunRecord) -> int:
        """Insert or update a run; return its number, 0 while it has none."""
        ...

    def save_episode(self, episode: EpisodeRecord) -> None:
        """Insert or update an episode."""
        ...

    def flush_soon(self) -> None:
        """Write what waits now rather than with the next batch."""
        ...


class Keeper:
    """Its `note` is what a pipeline calls at the end of each round."""

    def __init__(
        self,
        sink: ArchiveSink,
        boot: str,
        ledger: Ledger,
        prover: Prover | None = None,
    ) -> None:
        """`prover` compares runs; None: nobody does."""
        self._sink = sink
        self._prover = prover
        self._boot = boot
        self._ledger = ledger
        self._episodes = EpisodesKept()
        self._names: dict[str, str] = {}
        self._figures: dict[str, dict[str, str]] = {}
        """By run key: the figure's name, and that of its series."""
        self._earlier: Sequence[RunRecord] = ()

    def go_on_with(self, earlier: Sequence[RunRecord]) -> None:
        """Take up the runs that were open when the app ended last. From any thread;
        the next round does it.
        """
        self._earlier = earlier

    def note(self, frame: Frame, values: Values) -> None:
        """Remember a round; without values (paused, or just woken) it only passes."""
        if self._names.keys() != values.keys():
            self._rename(values)
        names = self._names
        self._sink.add(frame.wall_s, {names[key]: values[key] for key in values})
        earlier, self._earlier = self._earlier, ()
        if earlier:
            self._ledger.carry(earlier)
        figures = {
            key: {figure: values[name] for figure, name in series.items()}
            for key, series in self._figures.items()
        }
        for of_run in figures.values():
            for name, figure in _OF_MACHINE.items():
                of_run[figure] = values.get(name)
        records = self._proven(self._ledger.update(frame, figures), frame)
        for record in records:
            self._sink.save_run(record)
        if any(record.outcome is not Outcome.RUNNING for record in records):
            # What ended the run may end this app next: want of memory does.
            self._sink.flush_soon()
        for episode in self._episodes.update(frame, self._boot):
            self._sink.save_episode(episode)

    def close(self) -> None:
        """Hand over the runs that live, as they stand. The last round is over."""
        for record in self._ledger.records():
            prover = self._prover
            self._sink.save_run(prover.with_proof(record) if prover else record)
        self._ledger.close()

    def _proven(self, records: list[RunRecord], frame: Frame) -> list[RunRecord]:
        if self._prover is None:
            return records
        running = {
            identity_of(view.run.key, self._boot): view.run for view in frame.runs
        }
        return self._prover.update(records, running, frame.wall_s)

    def _rename(self, values: Values) -> None:
        """Work out the names of this set of series; it changes with the runs."""
        self._names = {key: kept_name(key, self._boot) for key in values}
        self._figures = {}
        for key in values:
            of_run = split_live(key)
            if of_run is not None:
                self._figures.setdefault(of_run[0], {})[of_run[1]] = key
