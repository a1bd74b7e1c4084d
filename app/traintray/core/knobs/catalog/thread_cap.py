"""Cap threads at N: as many compute threads as there are cores for them.

Never set here, on purpose:
- `OMP_PROC_BIND`, `OMP_PLACES`, `GOMP_CPU_AFFINITY`: pin the main thread at import,
  and forked workers inherit the one core.
- `OMP_THREAD_LIMIT`: may abort a program that meets it.
- a list such as `OMP_NUM_THREADS=4,2`: `import numexpr` raises ValueError on it.
- `XLA_FLAGS`: unknown flags abort the program, and its thread flags do nothing.
"""

from __future__ import annotations

import math

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.knobs.arithmetic import Arithmetic, Formula, counted
from traintray.core.knobs.knob import (
    Knob,
    NotHelpful,
    Obstacle,
    Recommendation,
    Variable,
)
from traintray.core.knobs.legal import threads
from traintray.core.knobs.share import Share, share_of

_NAME = "thread_cap"

_EVERYWHERE = (
    Variable("OMP_NUM_THREADS", "OpenMP, and what falls back on it: PyTorch on CPU"),
    Variable("MKL_NUM_THREADS", "oneMKL; it beats OMP_NUM_THREADS where both are set"),
    Variable("OPENBLAS_NUM_THREADS", "the OpenBLAS inside pip's NumPy and SciPy"),
    Variable("NUMEXPR_NUM_THREADS", "numexpr has a pool of its own"),
    Variable("OPENCV_FOR_THREADS_NUM", "OpenCV does not look at OMP_NUM_THREADS"),
)
_BY_FRAMEWORK = {
    "tensorflow": (
        Variable("TF_NUM_INTRAOP_THREADS", "TensorFlow has a pool of its own"),
        Variable("TF_NUM_INTEROP_THREADS", "and a second one, across operations"),
    ),
    "jax": (
        Variable("PJRT_NPROC", "sizes XLA's pool exactly; OpenMP variables do not"),
    ),
}
_IN_WORKERS = ("OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")
"""What a loader worker calls into; the training itself rarely does."""

_SMALL_CHANGE_THREADS = 0.25
"""Demand that threads beside the computing ones add to a process."""
_INTEROP_THREADS = 2


def recommend(
    run: TrainingRun, concurrent_runs: int = 1, raises: bool = False
) -> Recommendation | NotHelpful:
    """Return the cap that fits this run, as arithmetic on its own numbers.

    For R training processes with W busy workers each, of t threads, the main
    process gets m so that R × (m + W × t) stays within the cores of the budget; where
    the workers alone would take more than half of them, they have to become fewer.
    `concurrent_runs` counts the training processes that compute at the same time,
    the ranks of this run together as one. `raises`: the run has too few threads, so
    only a value above what its variables ask for helps.
    """
    share = share_of(run, concurrent_runs)
    # One number for all has to fit the workers too, once theirs are at 1 in vain.
    alike = _workers_are_wide(share) and _already_one(run, _IN_WORKERS)
    terms = _everyone_alike(share) if alike else _after_workers(share)
    fixed = _fixed(run, share, alike)
    names = tuple(n for n in _variable_names(run.framework) if n not in fixed)
    wanted = dict.fromkeys(names, str(terms.value)) | fixed
    if raises:
        obstacle = _obstacle_to_more(run, terms.value, names)
    else:
        obstacle = _obstacle(run, terms.value, wanted)
    if obstacle is not None:
        return NotHelpful(obstacle, terms.value)
    return Recommendation(
        knob=_NAME,
        value=terms.value,
        minimum=1,
        maximum=max(terms.value, math.floor(run.usable_cpus.count)),
        arithmetic=terms.text,
        terms=terms,
        reasons=_reasons(run, share, fixed),
        variable_names=names,
        fixed=fixed,
    )


def _obstacle(run: TrainingRun, value: int, wanted: dict[str, str]) -> Obstacle | None:
    """Return why the cap would change nothing, or None when it would."""
    idle = (Role.LAUNCHER, Role.SUPPORT, Role.COMPILER)
    computing = [member for member in run.members if member.role not in idle]
    if computing and all(_stays_below(member, value) for member in computing):
        return Obstacle.WITHIN_ALREADY
    present = run.thread_variables or {}
    if wanted.items() <= present.items():
        return Obstacle.SET_ALREADY
    return None


def _obstacle_to_more(
    run: TrainingRun, value: int, names: tuple[str, ...]
) -> Obstacle | None:
    """Return why no larger value would open more threads, or None when one would."""
    present = run.thread_variables or {}
    asked = [thread_number(present.get(name)) for name in names]
    if any(number is not None and number < value for number in asked):
        return None
    return Obstacle.NOT_CAPPED


def _stays_below(member: Member, value: int) -> bool:
    demand = None if member.threads is None else member.threads.demand_threads
    limit = 1 if member.role is Role.WORKER else value
    return demand is not None and demand <= limit + _SMALL_CHANGE_THREADS


def _workers_are_wide(share: Share) -> bool:
    """Whether the workers open thread pools of their own."""
    threads = share.threads_per_worker
    return threads is not None and threads > 1 + _SMALL_CHANGE_THREADS


def _already_one(run: TrainingRun, names: tuple[str, ...]) -> bool:
    present = run.thread_variables or {}
    return all(present.get(name) == "1" for name in names)


def _after_workers(share: Share) -> Arithmetic:
    """Return what single-threaded workers leave, half of the cores at least."""
    half = share.own_cores // 2
    value = max(1, share.own_cores - min(share.workers, half))
    formula = Formula.CORES if share.processes == 1 else Formula.CORES_BY_PROCESSES
    if share.workers and half:
        enough = share.workers <= half
        formula = Formula.LESS_WORKERS if enough else Formula.HALF_FOR_WORKERS
    return Arithmetic(formula, value, share.cores, share.processes, share.workers)


def _everyone_alike(share: Share) -> Arithmetic:
    """Return the cap for workers that open as many threads as the main process."""
    value = max(1, share.own_cores // (1 + share.workers))
    formula = Formula.MAIN_AND_WORKERS
    return Arithmetic(formula, value, share.cores, share.processes, share.workers)


def _variable_names(framework: str) -> tuple[str, ...]:
    variables = (*_EVERYWHERE, *_BY_FRAMEWORK.get(framework, ()))
    return tuple(variable.name for variable in variables)


def _fixed(run: TrainingRun, share: Share, alike: bool) -> dict[str, str]:
    fixed = {}
    if _workers_are_wide(share) and not alike:
        fixed = dict.fromkeys(_IN_WORKERS, "1")
    if run.framework == "tensorflow":
        interop = min(_INTEROP_THREADS, share.own_cores)
        fixed["TF_NUM_INTEROP_THREADS"] = str(interop)
    return fixed


def _reasons(run: TrainingRun, share: Share, fixed: dict[str, str]) -> tuple[str, ...]:
    usable = run.usable_cpus
    reasons = []
    if usable.quota_cpus is not None and usable.quota_cpus < usable.physical_cores:
        reasons.append(
            f"The run may use {usable.quota_cpus:g} CPUs by its quota, which the"
            " thread libraries do not look at."
        )
    elif usable.performance_cores and usable.performance_cores < usable.physical_cores:
        reasons.append(
            f"{usable.performance_cores} of the {usable.physical_cores} cores are fast"
            " ones; at every barrier the whole pool waits for its slowest core."
        )
    elif len(usable.logical_cpus) > usable.physical_cores:
        reasons.append(
            f"{len(usable.logical_cpus)} logical CPUs are {usable.physical_cores}"
            " cores; a second thread on a core does not speed up dense arithmetic."
        )
    if share.processes > share.cores:
        reasons.append(
            f"{share.processes} training processes on"
            f" {counted(share.cores, 'core')}: one thread each is the least there is."
        )
    if set(_IN_WORKERS) <= fixed.keys():
        reasons.append(
            "The loader workers open thread pools of their own; one thread in each"
            " leaves the cores to the other workers and to the main process."
        )
    return tuple(reasons)


KNOB = Knob(
    name=_NAME,
    variables=(*_EVERYWHERE, *_BY_FRAMEWORK["tensorflow"], *_BY_FRAMEWORK["jax"]),
    legal=threads(*(variable.name for variable in _EVERYWHERE)),
    recommend=recommend,
    is_compute_pool=True,
    how_to_check="tr '\\0' '\\n' < /proc/{pid}/environ | grep -E 'THREADS|NPROC'",
)
