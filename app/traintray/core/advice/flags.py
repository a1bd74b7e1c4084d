"""The conditions that choose which steps and notes of a text are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice.case import Case
from traintray.core.detection.run import Role
from traintray.core.knobs.arithmetic import Formula
from traintray.core.knobs.knob import NotHelpful

Page = Mapping[str, Any]
GROUPS = {
    "deep_learning": frozenset(
        {"pytorch", "tensorflow", "jax", "mxnet", "paddlepaddle", "mindspore"}
    ),
    "boosting": frozenset({"xgboost", "lightgbm", "catboost"}),
    "classical": frozenset({"scikit_learn"}),
}
NEGATION = "not "
"""Before a condition in a text: it must not hold."""


def flags(case: Case) -> frozenset[str]:
    """Return which conditions hold for the steps and notes of a text."""
    return frozenset(name for name, holds in conditions(case).items() if holds)


def is_chosen(when: list[str], on: frozenset[str]) -> bool:
    """Tell whether all conditions of an entry hold."""
    return all(
        word.removeprefix(NEGATION) not in on
        if word.startswith(NEGATION)
        else word in on
        for word in when
    )


def in_this_case(page: Page, facts: Mapping[str, float | str]) -> Page:
    """Return a text with what its `[[instead]]` entries say for a finding with these
    facts. They hang on nothing else, and of several the last one counts.
    """
    on = frozenset(
        {
            cause_word(facts),
            *(n for n, holds in _told_by_the_rule(facts).items() if holds),
        }
    )
    for entry in page.get("instead", ()):
        if is_chosen(entry["when"], on):
            page = {**page, **entry}
    return page


def cause_word(facts: Mapping[str, float | str]) -> str:
    """Return the condition that a text asks for the cause by: `workers_cause`."""
    return f"{facts.get('cause', 'any')}_cause"


def conditions(case: Case) -> dict[str, bool]:
    """Return every condition by name, and whether it holds."""
    run = case.run
    line = case.code_line
    quota = run.usable_cpus.quota_cpus
    in_code = case.is_set_in_code
    return {
        cause_word(case.finding.facts): True,
        run.framework: True,
        **({run.trainer: True} if run.trainer else {}),
        **{group: run.framework in names for group, names in GROUPS.items()},
        "cap": case.cap is not None,
        "ranks_over": case.ranks > max(1.0, run.usable_cpus.count),
        "several_ranks": case.ranks > 1,
        "set_in_code": in_code,
        "not_set_in_code": not in_code and line is None,
        "code_line": line is not None,
        "no_code_line": line is None,
        "code_line_unclear": line is None and bool(run.code_lines),
        "has_workers": run.count(Role.WORKER) > 0,
        "workers_over": _has_too_many_workers(case),
        "many_threads": case.fact("threads_per_process") > 1.5,
        "variable_set": bool(case.variables_set),
        "not_helpful": isinstance(case.recommendation, NotHelpful)
        and not (in_code or line),
        "quota": quota is not None and quota < len(run.usable_cpus.logical_cpus),
        "bf16": case.has_bfloat16,
        **_told_by_the_rule(case.finding.facts),
    }


def _has_too_many_workers(case: Case) -> bool:
    """Tell whether half of the cores, which is what is left to them, is too little."""
    return case.cap is not None and (case.cap.terms.formula is Formula.HALF_FOR_WORKERS)


def _told_by_the_rule(facts: Mapping[str, float | str]) -> dict[str, bool]:
    """Return the facts that are a yes or a no, under their own names."""
    return {
        name: bool(value)
        for name, value in facts.items()
        if name.startswith(("is_", "has_")) and not isinstance(value, str)
    }


def is_pooled(case: Case) -> bool:
    """Tell whether the framework's ranks are processes of a pool."""
    return run_group(case.run.framework) in ("boosting", "classical")


def run_group(framework: str) -> str | None:
    """Return the group that a framework belongs to; None for an unknown one."""
    return next((g for g, names in GROUPS.items() if framework in names), None)
