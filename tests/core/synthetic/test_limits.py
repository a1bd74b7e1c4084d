"""No threshold stands so near to a healthy run that half or twice of it would matter.

Each field of every rule's limits and of the shared policy is halved and doubled, one
at a time, and every clearly healthy run on every machine is judged anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from core.synthetic.healthy import CLEARLY_HEALTHY, Healthy
from core.synthetic.watch import RULES, kinds, verdicts
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule

TIMES = ("sustained_s", "release_share")
"""How long something must hold is no threshold of what is healthy."""

ABSURD = {
    ("single_core", "one_thread_least", 0.5): (
        "a thread that pauses for two thirds of the time does not fill a CPU"
    ),
    ("single_core", "gpu_busy_fraction", 2.0): (
        "no GPU is busier than all the time, so that every GPU would count as idle"
    ),
}
"""Where a factor makes the meaning absurd, with the reason why."""


def limits() -> Iterator[object]:
    for rule in RULES:
        for field in fields(rule.limits):
            for factor in (0.5, 2.0):
                if (rule.kind, field.name, factor) not in ABSURD:
                    name = f"{rule.kind}.{field.name} x {factor}"
                    yield pytest.param(rule, field.name, factor, id=name)


def policies() -> Iterator[object]:
    for field in fields(Policy):
        for factor in (0.5, 2.0):
            key = ("policy", field.name, factor)
            if field.name not in TIMES and key not in ABSURD:
                yield pytest.param(
                    field.name, factor, id=f"policy.{field.name} x {factor}"
                )


def told(judging: Sequence[Rule[Any]], policy: Policy) -> dict[str, set[str]]:
    """Return what is told of healthy runs, by the run.

    A rule that holds in no single second cannot hold for long, so that most need not
    be asked second by second with all that goes with it.
    """
    found: dict[str, set[str]] = {}
    for case in CLEARLY_HEALTHY:
        rules = [r for r in judging if _ever_holds(r, policy, _known(case))]
        if rules and (told := kinds(verdicts(case.record, rules, policy))):
            found[str(case)] = told
    return found


@cache
def _known(case: Healthy) -> tuple[dict[str, float], ...]:
    """Return what was measured in each second, of every run."""
    return tuple(
        {name: value for name, value in numbers.items() if value is not None}
        for _, seen in case.record.seconds
        for _, numbers in seen
    )


def _ever_holds(
    rule: Rule[Any], policy: Policy, seconds: tuple[dict[str, float], ...]
) -> bool:
    return any(
        rule.judge(numbers, policy)
        for numbers in seconds
        if all(need in numbers for need in rule.needs)
    )


@pytest.mark.parametrize(("rule", "name", "factor"), list(limits()))
def test_a_limit_of_a_rule_may_be_half_or_double(rule, name, factor):
    value = getattr(rule.limits, name)
    changed = replace(rule, limits=replace(rule.limits, **{name: factor * value}))

    assert told((changed,), Policy()) == {}


@pytest.mark.parametrize(("name", "factor"), list(policies()))
def test_a_shared_limit_may_be_half_or_double(name, factor):
    policy = replace(Policy(), **{name: factor * getattr(Policy(), name)})

    assert told(RULES, policy) == {}
