"""What was measured of the runs, asked of the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from traintray.core.archive.names import boot_id, identity_of
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import EpisodeRecord
from traintray.core.proof.outcome import Proof, Span, proof_of
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.window.history.figure_names import figure_name
from traintray.ui.window.proof.pair_graph import Pair

_LOOKED_BACK_S = 2 * 86_400.0
_FRESH_S = 10.0
"""As often as the archive writes."""
_READ_FOR_S = 3600.0
"""As long as an advice stays readable after its end, a result does as well."""
_POINTS = 150
_FIGURES = ("gpu_busy_fraction", "usable_busy_fraction")
"""What is drawn: shares, which need no scale of their own."""


@dataclass(frozen=True, slots=True)
class Graphs:
    """The two windows of the figures that were measured in both."""

    pairs: tuple[Pair, ...]
    kind: str | None = None
    """What was found of the run before, when the change was made; None: nothing."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Those of that finding, by figure."""


class ProofSource(QObject):
    """Asks at most every ten seconds; answers come by `found`."""

    found = Signal()
    """Something is known that was not."""

    def __init__(self, desk: ArchiveDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._boot = boot_id()
        self._proofs: tuple[Proof, ...] = ()
        self._asked_at_s = float("-inf")
        self._graphs: dict[str, Graphs] = {}

    def ask(self, now_s: float) -> None:
        """Look whether something was measured since the last time."""
        if abs(now_s - self._asked_at_s) < _FRESH_S:
            return
        self._asked_at_s = now_s
        since_s = now_s - _LOOKED_BACK_S
        self._desk.ask("proofs", lambda r: _proofs(r, since_s, now_s), self._take)

    def of(self, run_key: str | None, now_s: float) -> Proof | None:
        """Return what was measured of a run; without one the newest result, as long
        as it is worth reading.
        """
        if run_key is not None:
            identity = identity_of(run_key, self._boot)
            return next((p for p in self._proofs if p.after_run == identity), None)
        fresh = [p for p in self._proofs if now_s - p.made_at_s <= _READ_FOR_S]
        return max(fresh, key=lambda p: p.made_at_s, default=None)

    def graphs(self, proof: Proof) -> Graphs | None:
        """Return the two windows of a proof; None until the archive has answered."""
        known = self._graphs.get(proof.after_run)
        before, after = proof.windows.before, proof.windows.after
        runs = proof.before_run, proof.after_run
        if known is None and before is not None and after is not None and runs[0]:
            sides = ((str(runs[0]), before), (runs[1], after))

            def take(found: Graphs) -> None:
                self._graphs[proof.after_run] = found
                self.found.emit()

            until_s = proof.change.at_s
            self._desk.ask("proof_graphs", lambda r: _known(r, sides, until_s), take)
        return known

    def _take(self, proofs: tuple[Proof, ...]) -> None:
        if proofs != self._proofs:
            self._proofs = proofs
            self.found.emit()


def _proofs(reader: ArchiveReader, since_s: float, now_s: float) -> tuple[Proof, ...]:
    found = (proof_of(run) for run in reader.runs(since_s, now_s + _FRESH_S))
    return tuple(proof for proof in found if proof is not None)


def _known(
    reader: ArchiveReader, sides: Sequence[tuple[str, Span]], changed_at_s: float
) -> Graphs:
    """Return both windows, and what was found of the run before when it was changed."""
    found = _finding(reader, sides[0], changed_at_s)
    pairs = _pairs(reader, sides)
    if found is None:
        return Graphs(pairs)
    limits = {key: limit for key, (_, limit, _) in found.evidence.items()}
    return Graphs(pairs, found.kind, limits)


def _finding(
    reader: ArchiveReader, before: tuple[str, Span], changed_at_s: float
) -> EpisodeRecord | None:
    """Return the newest finding of the run that began before the change."""
    identity, span = before
    told = reader.episodes(span.since_s - _READ_FOR_S, max(span.until_s, changed_at_s))
    of_run = [
        one
        for one in told
        if one.run_identity == identity and one.onset_at_s <= changed_at_s
    ]
    return max(of_run, key=lambda one: one.onset_at_s, default=None)


def _pairs(
    reader: ArchiveReader, sides: Sequence[tuple[str, Span]]
) -> tuple[Pair, ...]:
    series = []
    for identity, span in sides:
        keys = {name: f"run/{identity}/{name}" for name in _FIGURES}
        known = set(reader.series_keys())
        wanted = [key for key in keys.values() if key in known]
        slices = (
            reader.many(wanted, span.since_s, span.until_s, _POINTS) if wanted else {}
        )
        series.append({n: slices[k].mean for n, k in keys.items() if k in slices})
    return tuple(
        Pair(figure_name(name), name.startswith("gpu_"), *(one[name] for one in series))
        for name in _FIGURES
        if all(name in one and len(one[name]) > 1 for one in series)
    )
