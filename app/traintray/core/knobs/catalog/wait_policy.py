"""Whether threads of OpenMP sleep or spin while they wait.

Two runs on the same CPUs went 6.5 times as fast with `passive`, as much as with a cap;
one run alone with small layers went at 0.79 of its speed, and `active` gave nothing
(1.00). So it is only recommended where several training processes share the cores.
"""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.knob import Knob, Switch, Variable
from traintray.core.knobs.legal import one_of
from traintray.core.knobs.pool import environ_check
from traintray.core.knobs.share import share_of

_POLICY, _COUNT, _TIME = "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"
_PASSIVE = "passive"


def recommend(
    run: TrainingRun, concurrent_runs: int = 1, raises: bool = False
) -> Switch | None:
    """Let threads sleep where several processes train on the same cores."""
    share = share_of(run, concurrent_runs)
    if share.processes < 2 or raises:
        return None
    present = run.thread_variables or {}
    # A count or a time that is set overrules the policy.
    fixed = {name: "0" for name in (_COUNT, _TIME) if present.get(name)}
    fixed[_POLICY] = _PASSIVE
    if fixed.items() <= present.items():
        return None
    counts = {"processes": share.processes, "cores": share.cores}
    return Switch("wait_policy", _PASSIVE, fixed, counts)


KNOB = Knob(
    name="wait_policy",
    variables=(
        Variable(_POLICY, "says whether OpenMP's threads sleep or spin"),
        Variable(_COUNT, "overrules it in GNU's OpenMP where it is set"),
        Variable(_TIME, "overrules it in Intel's and LLVM's where it is set"),
    ),
    legal=one_of({_PASSIVE: {_POLICY: _PASSIVE}, "active": {_POLICY: "active"}}),
    how_to_check=environ_check(_POLICY, _COUNT, _TIME),
    recommend=recommend,
    beside="thread_cap",
    clears=(_COUNT, _TIME),
    libraries=("/libgomp", "/libiomp5", "/libomp"),
    is_trap=lambda value: value == "active",
)
