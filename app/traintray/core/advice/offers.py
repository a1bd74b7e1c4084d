"""What the catalogue of knobs offers to one run, and why it does not offer the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from traintray.core.advice.case import Case
from traintray.core.advice.texts import Texts
from traintray.core.advice.words import arithmetic, because, not_helpful
from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.verdict import Finding
from traintray.core.knobs.knob import Knob, NotHelpful, Recommendation, Switch


@dataclass(frozen=True, slots=True)
class Seen:
    """A run, and what was found about it."""

    run: TrainingRun
    run_count: int
    """Training runs that compute at the same time, this one included."""
    finding: Finding | None = None
    first_knob: str = ""
    """The knob that the finding's rule names first; empty without one."""
    is_judged: bool = False
    """It was watched for long enough to be told what is wrong with it, or nothing."""
    mapped_files: frozenset[str] | None = None
    """Paths mapped into the process that computes; None when they may not be read."""

    def uses(self, knob: Knob) -> bool | None:
        """Tell whether what reads the knob is loaded; None where it cannot be seen."""
        if not knob.libraries or not self.mapped_files:
            return None
        return any(part in f for part in knob.libraries for f in self.mapped_files)


@dataclass(frozen=True, slots=True)
class Offer:
    """One knob for one run."""

    knob: Knob
    value: str | None
    """The recommended value; None without a recommendation."""
    variables: Mapping[str, str]
    """What the recommended value sets."""
    why: str
    """The value as arithmetic, or why none is recommended."""
    answer: str = ""
    """Names the reason why none is recommended (`no_run`, `why_not`); empty with a
    recommendation."""
    fitting: str | None = None
    """The value that would be recommended if the run did not compute by it already."""
    found: Recommendation | Switch | None = None
    """What is recommended, with its bounds; None without a recommendation."""


def offer(knob: Knob, seen: Seen | None, texts: Texts) -> Offer:
    """Return what `knob` recommends to a run.

    Only what a finding asks for is recommended: the knob that its rule names, which is
    that of the button, and those that go with it.
    """
    found = _recommendation(knob, seen)
    if isinstance(found, str):
        page = texts.page("knobs")
        text = page[knob.name] if found == "why_not" else page["answers"]
        return Offer(knob, None, {}, text[found], found)
    if isinstance(found, NotHelpful):
        why, answer = not_helpful(found, texts), found.obstacle.value
        return Offer(knob, None, {}, why, answer, str(found.value))
    if isinstance(found, Switch):
        why = because(found, texts)
        return Offer(knob, found.value, found.fixed, why, found=found)
    value, why = str(found.value), arithmetic(found, texts)
    return Offer(knob, value, found.variables(), why, found=found)


def _recommendation(
    knob: Knob, seen: Seen | None
) -> Recommendation | Switch | NotHelpful | str:
    """Return what it recommends, or the name of the reason why it does not."""
    if knob.recommend is None:
        return "why_not"
    if seen is None:
        return "no_run"
    if seen.uses(knob) is False:
        return "not_loaded"
    if seen.finding is None or seen.first_knob not in (knob.name, knob.beside):
        return "no_finding" if seen.is_judged else "watching"
    facts = seen.finding.facts
    concurrent = max(1, int(float(facts.get("runs", seen.run_count))))
    raises = bool(facts.get("raises_cap", 0.0))
    found = knob.recommend(seen.run, concurrent, raises)
    if found is None:
        return "no_reason"
    if isinstance(found, Recommendation):
        case = Case(seen.finding, seen.run, found, sustained_s=0.0)
        return found if case.cap else "in_code"
    return found
