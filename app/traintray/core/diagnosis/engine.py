"""Applies every rule to every run, second by second, and says what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene, Window
from traintray.core.diagnosis.steady import Steady
from traintray.core.diagnosis.verdict import Clear, Finding, Unknown, Verdict
from traintray.core.history.store import Store

MORE_TIME = "sustained_s"
"""Named as missing while a run was not watched for long enough."""
STARTING = "startup_cpu_s"
"""Named as missing while a process of the run still starts."""


@dataclass(slots=True)
class _Case:
    """One rule applied to one run."""

    steady: Steady
    missing: tuple[str, ...] = ()

    def vote(
        self,
        rule: Rule,
        numbers: Mapping[str, float | None],
        policy: Policy,
        at_s: float,
    ) -> None:
        """Apply the rule to one second, if what it needs was measured."""
        least_cpu_s = numbers.get("run.least_cpu_s")
        if least_cpu_s is not None and 0 < least_cpu_s < policy.startup_cpu_s:
            self.missing = (STARTING,)
            self.steady.vote(None, at_s)
            return
        asked = (*rule.needs, *rule.wants)
        known = {
            name: value for name in asked if (value := numbers.get(name)) is not None
        }
        self.missing = tuple(name for name in rule.needs if name not in known)
        answer = None if self.missing else rule.holds(known, policy)
        if answer is None and not self.missing:
            self.missing = tuple(name for name in rule.wants if name not in known)
        self.steady.vote(answer, at_s)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What stands of a run at one instant."""

    verdict: Verdict
    rule: Rule | None
    """The rule of the finding."""
    onset_at_s: float | None
    """When the condition of the finding began, on the monotonic clock."""
    also: tuple[str, ...] = ()
    """Kinds of other findings that hold at the same time."""


@dataclass
class Engine:
    """Keeps one steady answer per run and rule."""

    rules: Sequence[Rule]
    store: Store
    policy: Policy
    _cases: dict[str, dict[str, _Case]] = field(default_factory=dict)

    def judge(
        self, run: TrainingRun, numbers: Mapping[str, float | None], at_s: float
    ) -> Judgement:
        """Take this second's numbers of a run; return what stands.

        `numbers` holds the figures of the run under `run.`, and of the machine.
        """
        cases = self._cases.setdefault(run.key, {})
        for rule in self.rules:
            case = cases.setdefault(rule.kind, _Case(Steady(self.policy)))
            case.vote(rule, numbers, self.policy, at_s)
        return self._standing(run, cases)

    def forget(self, run_key: str) -> None:
        """Drop what is kept of a run that ended."""
        self._cases.pop(run_key, None)

    def reset(self) -> None:
        """Forget all votes: after a gap nothing has been sustained."""
        for cases in self._cases.values():
            for case in cases.values():
                case.steady.reset()

    def _standing(self, run: TrainingRun, cases: Mapping[str, _Case]) -> Judgement:
        ranked = sorted(self.rules, key=lambda rule: rule.rank)
        holding = [rule for rule in ranked if cases[rule.kind].steady.is_on]
        if holding:
            rule = holding[0]
            # Seconds that were not judged, such as those of a start, are no evidence.
            since_s = cases[rule.kind].steady.since_s()
            window = Window(self.store, run.key, since_s)
            finding: Finding = rule.explain(Scene(run, window, self.policy))
            onset_at_s = cases[rule.kind].steady.onset_at_s
            also = tuple(other.kind for other in holding[1:])
            return Judgement(finding, rule, onset_at_s, also)
        for rule in ranked:
            case = cases[rule.kind]
            if case.steady.known_s() < self.policy.sustained_s - 0.1:
                missing = case.missing or (MORE_TIME,)
                return Judgement(Unknown(rule.kind, missing), None, None)
        return Judgement(Clear(), None, None)
