"""Knobs for one library's pool of threads; `thread_cap` sets the usual ones at once."""

from __future__ import annotations

import math

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.knobs.arithmetic import Arithmetic, Formula
from traintray.core.knobs.knob import (
    NotHelpful,
    Obstacle,
    Recommend,
    Recommendation,
)
from traintray.core.knobs.share import share_of


def pool_recommend(knob: str, *names: str) -> Recommend:
    """Return what recommends a size for a pool that opens in workers as well.

    For R training processes with W busy workers each, each pool of t threads:
    R × (1 + W) × t stays within the cores of the budget.
    """

    def recommend(
        run: TrainingRun, concurrent_runs: int = 1, raises: bool = False
    ) -> Recommendation | NotHelpful | None:
        if raises:
            return None
        share = share_of(run, concurrent_runs)
        value = max(1, share.own_cores // (1 + share.workers))
        formula = Formula.MAIN_AND_WORKERS
        if not share.workers:
            alone = share.processes == 1
            formula = Formula.CORES if alone else Formula.CORES_BY_PROCESSES
        terms = Arithmetic(formula, value, share.cores, share.processes, share.workers)
        if _is_met(run, names, value):
            return NotHelpful(Obstacle.IN_FORCE, value)
        return Recommendation(
            knob=knob,
            value=value,
            minimum=1,
            maximum=max(value, math.floor(run.usable_cpus.count)),
            arithmetic=terms.text,
            terms=terms,
            reasons=(),
            variable_names=names,
        )

    return recommend


def environ_check(*names: str) -> str:
    """Return the command that shows what a run was started with."""
    return f"tr '\\0' '\\n' < /proc/{{pid}}/environ | grep -E '^({'|'.join(names)})='"


def _is_met(run: TrainingRun, names: tuple[str, ...], value: int) -> bool:
    present = run.thread_variables or {}
    asked = [thread_number(present.get(name)) for name in names]
    return all(number is not None and number <= value for number in asked)
