"""How much of a machine arithmetic can fill: cores, not hardware threads."""

from __future__ import annotations

import math
from collections.abc import Mapping


def compute_cores(numbers: Mapping[str, float]) -> float:
    """Return the CPUs that a run which computes keeps wanted when all is well.

    Libraries open one thread per physical core (oneMKL, PyTorch) or per logical CPU
    (XGBoost, TensorFlow). On a machine with two hardware threads per core the former
    leaves half of the logical CPUs idle and is as complete as the latter. A quota
    below the cores is what there is; of one of two and a half CPUs two threads are
    the best, since a third would be stopped half of the time. Where cores are not
    known, each CPU is one.
    """
    cpus = numbers["run.usable_cpus"]
    most = min(numbers.get("run.physical_cores", cpus), cpus)
    return float(math.floor(most)) if most >= 1 else most


def busy_limit(numbers: Mapping[str, float], fraction: float) -> float:
    """Return the busy fraction of the *logical* CPUs at which `fraction` of the cores
    are busy with one thread each.
    """
    return fraction * compute_cores(numbers) / numbers["run.usable_cpus"]
