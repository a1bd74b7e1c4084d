"""How many threads of one process its variables and the libraries' defaults explain."""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.diagnosis.rule import Numbers

WANTS = ("run.thread_limit", "run.wider_cpus")
_POOLS = {"tensorflow": 2}
"""TensorFlow has two pools as wide as the machine: in and across operations."""


def asked_threads(run: TrainingRun, numbers: Numbers) -> float | None:
    """Return the threads per process that variables ask for; None when none does."""
    variables = run.thread_variables or {}
    asked = None
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):  # the latter wins
        asked = thread_number(variables.get(name)) or asked
    return numbers.get("run.thread_limit", None if asked is None else float(asked))


def explained_threads(run: TrainingRun, numbers: Numbers) -> float:
    """Return the threads of one process that its variables explain, or else the
    default: one per CPU that it was allowed when it started. A mask that was narrowed
    later does not shrink a pool.
    """
    asked = asked_threads(run, numbers)
    if asked is not None:
        return asked
    seen = float(len(run.usable_cpus.logical_cpus))
    return _POOLS.get(run.framework, 1) * max(seen, numbers.get("run.wider_cpus", seen))


def is_narrowed(run: TrainingRun, numbers: Numbers) -> bool:
    """Tell whether its default pool was sized for more CPUs than it may use now."""
    seen = len(run.usable_cpus.logical_cpus)
    return (
        asked_threads(run, numbers) is None
        and numbers.get("run.wider_cpus", float(seen)) > seen
    )
