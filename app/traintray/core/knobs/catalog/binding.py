"""Whether OpenMP ties threads to CPUs.

Measured with PyTorch 2.13 from pip: with `OMP_PROC_BIND=close`, with `OMP_PLACES=cores`
and with `GOMP_CPU_AFFINITY=0-1` the main thread has one CPU as soon as torch is
imported, and forked loader workers inherit it (2 workers: 0.53 of their speed).
`OMP_PROC_BIND=false` beside either of the other two leaves all CPUs.
"""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.knob import Knob, Switch, Variable
from traintray.core.knobs.legal import one_of

_BIND, _PLACES = "OMP_PROC_BIND", "OMP_PLACES"
_GNU, _INTEL = "GOMP_CPU_AFFINITY", "KMP_AFFINITY"
_FREE = "false"
_OFF = frozenset({"", "false", "0", "none", "disabled"})


def recommend(
    run: TrainingRun, concurrent_runs: int = 1, raises: bool = False
) -> Switch | None:
    """Untie the threads where a variable has tied them; a mask from elsewhere is
    nothing that a variable can widen.
    """
    present = run.thread_variables or {}
    names = (_BIND, _PLACES, _GNU, _INTEL)
    tied = [n for n in names if present.get(n, "").strip().lower() not in _OFF]
    if not tied:
        return None
    fixed = {_BIND: _FREE} | ({_INTEL: "disabled"} if _INTEL in tied else {})
    if fixed.items() <= present.items():
        return None
    return Switch("binding", _FREE, fixed, {})


KNOB = Knob(
    name="binding",
    variables=(
        Variable(_BIND, "ties threads to places, or keeps OpenMP from it"),
        Variable(_PLACES, "the places; alone it ties them as well"),
        Variable(_INTEL, "beats it in Intel's and LLVM's OpenMP"),
    ),
    legal=one_of(
        {
            _FREE: {_BIND: _FREE},
            "close": {_BIND: "close", _PLACES: "cores"},
            "spread": {_BIND: "spread", _PLACES: "cores"},
        }
    ),
    how_to_check="taskset -cp {pid}",
    recommend=recommend,
    clears=(_PLACES, _GNU, _INTEL),
    libraries=("/libgomp", "/libiomp5", "/libomp"),
    is_trap=lambda value: value != _FREE,
)
