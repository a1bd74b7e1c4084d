"""Applies every rule to every run, second by second, and says what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from traintray.core.detection.run import Consumer, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene, Window
from traintray.core.diagnosis.steady import Steady
from traintray.core.diagnosis.tuning import Tuning
from traintray.core.diagnosis.usual import Usual
from traintray.core.diagnosis.verdict import (
    Clear,
    Evidence,
    Finding,
    Severity,
    Unknown,
    Verdict,
)
from traintray.core.history.store import Store

MORE_TIME = "sustained_s"
"""Named as missing while a run was not watched for long enough."""
STARTING = "startup_cpu_s"
"""Named as missing while a process of the run still starts."""
AnyRule = Rule[Any]


@dataclass(slots=True)
class _Case:
    """One rule applied to one run."""

    steady: Steady
    missing: tuple[str, ...] = ()
    answer: bool | None = None
    """What it said of the last second."""

    def skip(self, at_s: float) -> None:
        """Let one second pass that tells nothing; more time is what is missing."""
        self.missing, self.answer = (), None
        self.steady.vote(None, at_s)

    def vote(
        self,
        rule: AnyRule,
        numbers: Mapping[str, float | None],
        policy: Policy,
        at_s: float,
    ) -> None:
        """Apply the rule to one second, if what it needs was measured."""
        if _is_starting(numbers, policy) and not rule.judges_starting:
            self.skip(at_s)
            self.missing = (STARTING,)
            return
        asked = (*rule.needs, *rule.wants)
        known = {
            name: value for name in asked if (value := numbers.get(name)) is not None
        }
        self.missing = tuple(name for name in rule.needs if name not in known)
        answer = None if self.missing else rule.judge(known, policy)
        if answer is None and not self.missing:
            self.missing = tuple(name for name in rule.wants if name not in known)
        self.answer = answer
        self.steady.vote(answer, at_s)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What stands of a run at one instant."""

    verdict: Verdict
    rule: AnyRule | None
    """The rule of the finding."""
    onset_at_s: float | None
    """When the condition of the finding began, on the monotonic clock."""
    also: tuple[str, ...] = ()
    """Kinds of other findings that hold at the same time."""


@dataclass
class Engine:
    """Keeps one steady answer per run and rule."""

    rules: Sequence[AnyRule]
    """In the order in which causes are told, whatever order they came in."""
    store: Store
    policy: Policy
    _cases: dict[str, dict[str, _Case]] = field(default_factory=dict)
    _usual: Usual = field(init=False)

    def __post_init__(self) -> None:
        ranked = tuple(sorted(self.rules, key=lambda rule: rule.rank))
        self._usual = Usual(self.policy, {rule.kind: rule for rule in ranked})
        self._take(ranked)

    def _take(self, rules: tuple[AnyRule, ...]) -> None:
        self.rules = rules
        self._phases = tuple(rule for rule in self.rules if rule.pauses_others)
        self._others = tuple(rule for rule in self.rules if not rule.pauses_others)

    def tune(self, tuning: Tuning, period_s: float = 1.0) -> None:
        """Judge by these thresholds from the next round on; rounds come every
        `period_s`. What stands goes on standing until it is judged anew.
        """
        self.policy = tuning.policy(period_s)
        self._usual = replace(self._usual, policy=Tuning().policy(period_s))
        self._take(tuning.rules(tuple(self._usual.rules.values())))
        for cases in self._cases.values():
            for rule in self.rules:
                cases[rule.kind].steady.follow(self.policy, rule.held_s(self.policy))

    def judge(
        self,
        run: TrainingRun,
        numbers: Mapping[str, float | None],
        at_s: float,
        others: tuple[Consumer, ...] = (),
    ) -> Judgement:
        """Take this second's numbers of a run; return what stands.

        `numbers` holds the figures of the run under `run.`, and of the machine;
        `others` are programs outside all runs that use the CPU.
        """
        cases = self._cases.get(run.key)
        if cases is None:
            cases = self._cases[run.key] = {
                rule.kind: _Case(Steady(self.policy, rule.held_s(self.policy)))
                for rule in self.rules
            }
        self._vote(cases, numbers, at_s)
        return self._standing(run, cases, others)

    def _vote(
        self,
        cases: Mapping[str, _Case],
        numbers: Mapping[str, float | None],
        at_s: float,
    ) -> None:
        """Let every rule judge this second, or only those that name a phase of its
        own while such a phase lasts.
        """
        phases, others = self._phases, self._others
        lasted = any(cases[rule.kind].steady.is_on for rule in phases)
        for rule in phases:
            cases[rule.kind].vote(rule, numbers, self.policy, at_s)
        lasts = any(cases[rule.kind].steady.is_on for rule in phases)
        if lasted and not lasts:
            for rule in others:
                cases[rule.kind].steady.reset()
        is_paused = lasts or any(cases[rule.kind].answer for rule in phases)
        for rule in others:
            if is_paused:
                cases[rule.kind].skip(at_s)
            else:
                cases[rule.kind].vote(rule, numbers, self.policy, at_s)

    def forget(self, run_key: str) -> None:
        """Drop what is kept of a run that ended."""
        self._cases.pop(run_key, None)

    def reset(self) -> None:
        """Forget all votes: after a gap nothing has been sustained."""
        for cases in self._cases.values():
            for case in cases.values():
                case.steady.reset()

    def _standing(
        self,
        run: TrainingRun,
        cases: Mapping[str, _Case],
        others: tuple[Consumer, ...],
    ) -> Judgement:
        holding = [rule for rule in self.rules if cases[rule.kind].steady.is_on]
        if holding:
            cause, finding = self._first_told(run, holding, cases, others)
            steady = cases[cause.kind].steady
            return Judgement(finding, cause, steady.onset_at_s, finding.also)
        for rule in self.rules:
            case = cases[rule.kind]
            if self._is_open(rule, case):
                missing = case.missing or (MORE_TIME,)
                return Judgement(Unknown(rule.kind, missing), None, None)
        return Judgement(Clear(), None, None)

    def _first_told(
        self,
        run: TrainingRun,
        holding: Sequence[AnyRule],
        cases: Mapping[str, _Case],
        others: tuple[Consumer, ...],
    ) -> tuple[AnyRule, Finding]:
        """Return the first rule that asks for a deed, with its finding; the very first
        when none does. In a phase of its own nothing else is told.
        """
        held = holding[:1] if holding[0].pauses_others else holding
        found = []
        for rule in held:
            window = Window(self.store, run.key, cases[rule.kind].steady.since_s())
            scene = Scene(run, window, self.policy, rule.limits, others)
            finding = replace(
                self._usual.explained(rule, scene),
                also=tuple(other.kind for other in held if other is not rule),
                ruled_out=self._ruled_out(scene, holding),
                is_estimate=bool(window.median("run.demand_is_estimated") or 0.0),
            )
            found.append((rule, finding))
            if finding.severity is not Severity.NOTE:
                return rule, finding
        return found[0]

    def _is_open(self, rule: AnyRule, case: _Case) -> bool:
        """Tell whether a rule that does not hold might, had it been told more."""
        if rule.sustained_s is not None:
            return False
        return case.steady.known_s() < rule.held_s(self.policy) - 0.1

    def _ruled_out(
        self, scene: Scene[Any], holding: Sequence[AnyRule]
    ) -> tuple[Evidence, ...]:
        """Return what was measured of other causes and does not reach its threshold.

        What was not measured, or is there after all, is left out: neither is
        ruled out. In a phase of its own nothing else is judged.
        """
        if holding[0].pauses_others:
            return ()
        found = []
        held = {rule.kind for rule in holding}
        for rule in self.rules:
            if rule.kind in held:
                continue
            evidence = self._usual.denied(rule, replace(scene, limits=rule.limits))
            if evidence is not None and not evidence.crossed:
                found.append(evidence)
        return tuple(found)


def _is_starting(numbers: Mapping[str, float | None], policy: Policy) -> bool:
    least_cpu_s = numbers.get("run.least_cpu_s")
    return least_cpu_s is not None and 0 < least_cpu_s < policy.startup_cpu_s
