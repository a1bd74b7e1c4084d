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
from dataclasses import dataclass

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.knobs.knob import (
    Arithmetic,
    Formula,
    Knob,
    NotHelpful,
    Recommendation,
    Variable,
)

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

_ONE_THREAD_BELOW = 1.25
"""Demand of a process that runs one thread, the small change of others included."""
_BUSY_ABOVE = 0.2
"""Demand of a worker that has work; an idle one waits for the queue."""
_INTEROP_THREADS = 2


@dataclass(frozen=True, slots=True)
class _Share:
    """What one training process gets and must share with its workers."""

    cores: int
    """Of the whole budget."""
    processes: int
    own_cores: int
    """Of this process: the budget shared, at least 1."""
    workers: int
    """Busy workers of this process."""
    threads_per_worker: float | None


def recommend(
    run: TrainingRun, concurrent_runs: int = 1
) -> Recommendation | NotHelpful:
    """Return the cap that fits this run, as arithmetic on its own numbers.

    `concurrent_runs` counts the training processes that compute at the same time,
    the ranks of this run together as one.
    """
    if all(_has_one_thread(member) for member in _computing(run)):
        return NotHelpful(
            "Every process of the run already computes on one thread, so a cap"
            " changes nothing. Fewer processes would."
        )
    share = _share(run, concurrent_runs)
    narrow = _workers_are_wide(share) and _already_one(run, _IN_WORKERS)
    terms = _everyone_alike(share) if narrow else _after_workers(share)
    fixed = _fixed(run, share, narrow)
    names = tuple(n for n in _variable_names(run.framework) if n not in fixed)
    wanted = {**dict.fromkeys(names, str(terms.value)), **fixed}
    if (
        run.thread_variables is not None
        and wanted.items() <= run.thread_variables.items()
    ):
        return NotHelpful(
            f"The run already has a cap of {terms.value} in its environment. What"
            " opens more threads is a number set in code, which no variable overrides."
        )
    return Recommendation(
        knob=_NAME,
        value=terms.value,
        minimum=1,
        maximum=max(1, math.floor(run.usable_cpus.count)),
        arithmetic=_arithmetic(terms),
        terms=terms,
        reasons=_reasons(run, share, fixed),
        variable_names=names,
        fixed=fixed,
    )


def _computing(run: TrainingRun) -> list[Member]:
    idle = (Role.LAUNCHER, Role.SUPPORT)
    return [member for member in run.members if member.role not in idle]


def _has_one_thread(member: Member) -> bool:
    demand = None if member.threads is None else member.threads.demand_threads
    return demand is not None and demand <= _ONE_THREAD_BELOW


def _share(run: TrainingRun, concurrent_runs: int) -> _Share:
    usable = run.usable_cpus
    quota = math.inf if usable.quota_cpus is None else usable.quota_cpus
    cores = max(1, math.floor(min(usable.physical_cores, usable.count, quota)))
    ranks = max(1, run.count(Role.MAIN) + run.count(Role.RANK))
    processes = ranks + max(0, concurrent_runs - 1)
    busy = [m for m in run.members if m.role is Role.WORKER and _is_busy(m)]
    demands = [
        member.threads.demand_threads
        for member in busy
        if member.threads is not None and member.threads.demand_threads is not None
    ]
    return _Share(
        cores=cores,
        processes=processes,
        own_cores=max(1, cores // processes),
        workers=math.ceil(len(busy) / ranks),
        threads_per_worker=sum(demands) / len(demands) if demands else None,
    )


def _is_busy(worker: Member) -> bool:
    """Whether a worker has work; one that cannot be read is taken to have some."""
    demand = None if worker.threads is None else worker.threads.demand_threads
    if demand is None:
        demand = worker.cpu_cores
    return demand is None or demand > _BUSY_ABOVE


def _workers_are_wide(share: _Share) -> bool:
    """Whether the workers open thread pools of their own."""
    threads = share.threads_per_worker
    return threads is not None and threads > _ONE_THREAD_BELOW


def _already_one(run: TrainingRun, names: tuple[str, ...]) -> bool:
    present = run.thread_variables or {}
    return all(present.get(name) == "1" for name in names)


def _after_workers(share: _Share) -> Arithmetic:
    """Return what single-threaded workers leave, half of the cores at least."""
    half = share.own_cores // 2
    value = max(1, share.own_cores - min(share.workers, half))
    formula = Formula.CORES if share.processes == 1 else Formula.CORES_BY_PROCESSES
    if share.workers and share.own_cores > 1:
        enough = share.workers <= half
        formula = Formula.LESS_WORKERS if enough else Formula.HALF_FOR_WORKERS
    return Arithmetic(formula, value, share.cores, share.processes, share.workers)


def _everyone_alike(share: _Share) -> Arithmetic:
    """Return the cap for workers that open as many threads as the main process."""
    value = max(1, share.own_cores // (1 + share.workers))
    formula = Formula.MAIN_AND_WORKERS
    return Arithmetic(formula, value, share.cores, share.processes, share.workers)


def _variable_names(framework: str) -> tuple[str, ...]:
    variables = (*_EVERYWHERE, *_BY_FRAMEWORK.get(framework, ()))
    return tuple(variable.name for variable in variables)


def _fixed(run: TrainingRun, share: _Share, narrow: bool) -> dict[str, str]:
    fixed = {}
    if _workers_are_wide(share) and not narrow:
        fixed = dict.fromkeys(_IN_WORKERS, "1")
    if run.framework == "tensorflow":
        interop = min(_INTEROP_THREADS, share.own_cores)
        fixed["TF_NUM_INTEROP_THREADS"] = str(interop)
    return fixed


def _arithmetic(terms: Arithmetic) -> str:
    cores = _counted(terms.cores, "core")
    text = cores
    if terms.processes > 1:
        text = f"{cores} ÷ {_counted(terms.processes, 'process')}"
    if terms.formula is Formula.LESS_WORKERS:
        text = f"{text} − {_counted(terms.workers, 'worker')}"
    elif terms.formula is Formula.HALF_FOR_WORKERS:
        text = f"half of {text}, {_counted(terms.workers, 'worker')} on the rest"
    elif terms.formula is Formula.MAIN_AND_WORKERS:
        text = f"{text} ÷ (1 + {_counted(terms.workers, 'worker')})"
    return f"{terms.value} = {text}"


def _counted(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}es" if noun.endswith("s") else f"{number} {noun}s"


def _reasons(run: TrainingRun, share: _Share, fixed: dict[str, str]) -> tuple[str, ...]:
    usable = run.usable_cpus
    reasons = []
    if usable.quota_cpus is not None and usable.quota_cpus < usable.physical_cores:
        reasons.append(
            f"The run may use {usable.quota_cpus:g} CPUs by its quota, which the"
            " thread libraries do not look at."
        )
    elif len(usable.logical_cpus) > usable.physical_cores:
        reasons.append(
            f"{len(usable.logical_cpus)} logical CPUs are {usable.physical_cores}"
            " cores; a second thread on a core does not speed up dense arithmetic."
        )
    if share.processes > share.cores:
        reasons.append(
            f"{share.processes} training processes on"
            f" {_counted(share.cores, 'core')}: one thread each is the least there is."
        )
    if set(_IN_WORKERS) <= fixed.keys():
        reasons.append(
            "The loader workers open thread pools of their own; one thread in each"
            " leaves the cores to the other workers and to the main process."
        )
    return tuple(reasons)


KNOB = Knob(
    name=_NAME,
    title="Cap threads at",
    variables=(*_EVERYWHERE, *_BY_FRAMEWORK["tensorflow"], *_BY_FRAMEWORK["jax"]),
    minimum=1,
    recommend=recommend,
    how_to_check="tr '\\0' '\\n' < /proc/{pid}/environ | grep -E 'THREADS|NPROC'",
)
