"""Threads of a computing process that prepare its data, where they can be told apart.

TensorFlow opens the pool for its operations with its device, then the threads that
bear its name, and those of a `tf.data` pipeline only when one is iterated. So a thread
without a name of its own that was started after the framework's named ones is not of
its pools: it runs a pipeline, or Python code of the user.
"""

from __future__ import annotations

from traintray.core.detection.role_figures import COMPUTING
from traintray.core.detection.run import Member, TrainingRun
from traintray.core.detection.sums import whole_of_threads

Figures = dict[str, float | None]
_PREPARES = ("tf_data", "Thread-", "ThreadPoolExec", "asyncio_")
"""How names of threads begin that run a pipeline, or Python code: Python 3.14 names
its threads as `threading` does."""


def pipeline_figures(run: TrainingRun) -> Figures:
    """Return the demand of threads in computing processes that surely prepare data.

    0.0 where none can be told from those that compute: the framework starts its
    threads in another order, none of them was seen, or an OpenMP runtime computes for
    it, whose threads come late and without a name. None when not measured.
    """
    computing = run.with_roles(*COMPUTING)
    demand = whole_of_threads(computing, lambda t: t.demand_threads)
    if demand is None:
        return {"pipeline_demand_threads": None}
    found = (_pipeline_demand(member, run.last_pool_names) for member in computing)
    return {"pipeline_demand_threads": sum(found)}


def _pipeline_demand(member: Member, last_names: tuple[str, ...]) -> float:
    if member.threads is None or not last_names:
        return 0.0
    order = member.threads.demand_in_order
    names = [name for name, _ in order]
    first = next((n for n in names if n.startswith(last_names)), None)
    late = () if first is None else order[names.index(first) + 1 :]
    return sum(
        demand
        for name, demand in late
        if name == member.name or name.startswith(_PREPARES)
    )
