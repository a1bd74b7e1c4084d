"""What came of a change of a knob, as others read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from traintray.core.archive.proof_record import Change as Change
from traintray.core.archive.proof_record import Measure as Measure
from traintray.core.archive.proof_record import ProofRecord, Said
from traintray.core.archive.proof_record import Span as Span
from traintray.core.archive.proof_record import Windows as Windows
from traintray.core.archive.records import RunRecord
from traintray.core.sentence import Sentence

Verdict = Literal["helped", "unclear", "slower", "not_comparable"]


@dataclass(frozen=True, slots=True)
class Proof:
    """Two runs of the same command, before and after a change. A person is told once.

    With `slower`, undo is what is offered first.
    """

    verdict: Verdict
    before_run: str | None
    """Identity of the run that it is compared with, as in `RunRecord`; None: none."""
    after_run: str
    run_name: str
    """What the user would call both: `train.py`. Not trusted text."""
    change: Change
    measures: tuple[Measure, ...]
    """The one that counts first stands first; then those that go with it."""
    speed_is_stand_in: bool
    """No log tells the steps of the run: `gpu_busy_fraction` stands in for its speed.
    To be said wherever the verdict is."""
    why: Sentence
    """Of `not_comparable` what differs; else the change and how sure it is."""
    windows: Windows
    ratio: tuple[float, float, float] | None = None
    """After through before of the measure that counts first: the estimate, and the
    lowest and highest that the windows allow. None without one."""
    made_at_s: float = 0.0
    """When, in seconds since 1970."""

    def record(self) -> ProofRecord:
        """Return what the archive keeps of it, with the run after the change."""
        values = {name: str(value) for name, value in self.why.values.items()}
        return ProofRecord(
            verdict=self.verdict,
            before_run=self.before_run,
            change=self.change,
            measures=self.measures,
            speed_is_stand_in=self.speed_is_stand_in,
            why=Said(self.why.context, self.why.template, values),
            windows=self.windows,
            ratio=self.ratio,
            made_at_s=self.made_at_s,
        )


def proof_of(run: RunRecord) -> Proof | None:
    """Return what is kept with a run; None when it was not compared, or when a newer
    version has written what this one does not know.
    """
    kept = run.proof
    if kept is None:
        return None
    verdict: Verdict | None = next(
        (known for known in get_args(Verdict) if known == kept.verdict), None
    )
    try:
        why = Sentence.again(kept.why.context, kept.why.template, kept.why.values)
    except (LookupError, ValueError, TypeError):
        return None
    if verdict is None:
        return None
    return Proof(
        verdict=verdict,
        before_run=kept.before_run,
        after_run=run.identity,
        run_name=run.name,
        change=kept.change,
        measures=kept.measures,
        speed_is_stand_in=kept.speed_is_stand_in,
        why=why,
        windows=kept.windows,
        ratio=kept.ratio,
        made_at_s=kept.made_at_s,
    )
