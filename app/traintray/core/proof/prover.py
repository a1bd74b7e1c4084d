"""Watches over runs that are the first to have a change, and judges them in time."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.proof_record import ProofRecord
from traintray.core.archive.records import KnobRecord, RunRecord
from traintray.core.detection.aside import Job, aside
from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.effect import Outcome
from traintray.core.proof.match import Match
from traintray.core.proof.outcome import Proof

log = logging.getLogger(__name__)

_SETTLED_S = 30.0
"""Before, a run may still be starting its ranks, whose environment is the one that
counts."""
_AGAIN_S = 30.0
_MOST_CASES = 64


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the past."""

    runs: Sequence[RunRecord]
    changes: Sequence[KnobRecord]
    """Those that stand: what was taken back is not among them."""


@dataclass
class _Case:
    """One run that may have to be judged."""

    record: RunRecord
    is_asked: bool = False
    match: Match | None = None
    effect: Outcome | None = None
    proof: ProofRecord | None = None
    is_saved: bool = True
    """Its last record was handed on as it stands."""


@dataclass
class Prover:
    """Attaches the proof to the records of a run. For the sampling thread; the past is
    read on a thread of its own.
    """

    look: Callable[[Collection[str]], Known]
    """Reads the past of the runs of these names; raises ArchiveError."""
    start: Callable[[Job], Callable[[], bool]] = aside
    _cases: OrderedDict[str, _Case] = field(default_factory=OrderedDict)
    _found: dict[str, Match | None] = field(default_factory=dict)
    _is_done: Callable[[], bool] = field(default=lambda: True)
    _due_s: float = float("-inf")
    _news: list[Proof] = field(default_factory=list)

    def update(
        self,
        records: Sequence[RunRecord],
        running: Mapping[str, TrainingRun],
        now_s: float,
    ) -> list[RunRecord]:
        """Return the records with what is proven, and those that a proof was late for.

        `running`: the runs that live, by identity; `now_s` in seconds since 1970.
        """
        for record in records:
            self._note(record)
        self._ask(now_s)
        for identity, case in self._cases.items():
            self._judge(case, running.get(identity), now_s)
        given = {record.identity for record in records}
        late = [c.record for c in self._cases.values() if not c.is_saved]
        for case in self._cases.values():
            case.is_saved = True
        return [
            *(self.with_proof(record) for record in records),
            *(self.with_proof(one) for one in late if one.identity not in given),
        ]

    def with_proof(self, record: RunRecord) -> RunRecord:
        """Return a record with what is proven of it."""
        case = self._cases.get(record.identity)
        if case is None or case.proof is None:
            return record
        return replace(record, proof=case.proof)

    def take(self) -> tuple[Proof, ...]:
        """Return the proofs that were made since the last call. From any thread."""
        taken = []
        while self._news:
            taken.append(self._news.pop(0))
        return tuple(taken)

    def _note(self, record: RunRecord) -> None:
        case = self._cases.get(record.identity)
        if case is None:
            self._cases[record.identity] = _Case(record, proof=record.proof)
            while len(self._cases) > _MOST_CASES:
                self._found.pop(self._cases.popitem(last=False)[0], None)
        else:
            case.record = record

    def _ask(self, now_s: float) -> None:
        """Have the past read, once for each run."""
        if not self._is_done():
            return
        for identity in list(self._found):
            case = self._cases.get(identity)
            if case is not None:
                case.match = self._found.pop(identity)
        waiting = [c for c in self._cases.values() if not c.is_asked and not c.proof]
        if not waiting or now_s < self._due_s:
            return
        self._due_s = now_s + _AGAIN_S
        asked = [case.record for case in waiting]
        self._is_done = self.start(lambda: self._find(asked))

    def _find(self, asked: Sequence[RunRecord]) -> None:
        """Find what each run is to be compared with."""
        from traintray.core.proof.match import match

        try:
            known = self.look({record.name for record in asked})
        except ArchiveError as error:
            log.info("nothing to compare runs with yet: %s", error)
            return
        for record in asked:
            self._found[record.identity] = match(record, known.runs, known.changes)
            case = self._cases.get(record.identity)
            if case is not None:
                case.is_asked = True

    def _judge(self, case: _Case, run: TrainingRun | None, now_s: float) -> None:
        record, match = case.record, case.match
        if match is None or case.proof is not None:
            return
        from traintray.core.knobs.effect import outcome
        from traintray.core.proof.judging import judge

        if run is not None:
            wanted = {n: v for n, v in match.change.new.items() if v is not None}
            case.effect = outcome(wanted, run)
        is_young = now_s - record.seen_at_s < _SETTLED_S
        if is_young and record.ended_at_s is None:
            return
        proof = judge(record, match, case.effect, now_s)
        if proof is not None:
            if not self._is_told(case, proof):
                self._news.append(proof)
            case.proof, case.is_saved = proof.record(), False

    def _is_told(self, case: _Case, proof: Proof) -> bool:
        """Whether another run of the command, that runs beside it, has told the same
        change.
        """
        return any(
            other.record.command == case.record.command
            and other.proof is not None
            and other.proof.verdict == proof.verdict
            and other.proof.change.at_s == proof.change.at_s
            for other in self._cases.values()
        )
