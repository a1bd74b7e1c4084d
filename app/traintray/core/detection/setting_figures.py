"""What limits a run by settings: quota, variables, its own code, its libraries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from traintray.core.detection.run import CodeLine, TrainingRun
from traintray.core.detection.thread_number import thread_number

Figures = dict[str, float | None]

_VARIABLES = {
    "tensorflow": ("TF_NUM_INTRAOP_THREADS",),
    "jax": ("PJRT_NPROC", "NPROC"),
    "pytorch": ("MKL_NUM_THREADS", "OMP_NUM_THREADS"),
    "paddlepaddle": ("MKL_NUM_THREADS", "OMP_NUM_THREADS"),
}
"""Which variable sizes the pool that computes, the strongest first. oneMKL's own beats
OpenMP's; TensorFlow and XLA have pools that OpenMP variables do not reach."""
_OTHERS = ("OMP_NUM_THREADS",)
_SETS_COMPUTE_THREADS = re.compile(
    r"\b(?:set_num_threads|set_intra_op_parallelism_threads|threadpool_limits)\s*"
    r"\(\s*(?:\w+\s*=\s*)?(\d+)\b"
    r"|environ\b.*\b(?:OMP|MKL)_NUM_THREADS\b[^=]*=\s*(?:str\()?\s*[\"']?(\d+)"
    r"|environ\.setdefault\(\s*[\"'](?:OMP|MKL)_NUM_THREADS[\"']\s*,\s*[\"'](\d+)"
)
_ENDLESS_SPIN = 10_000_000
"""libgomp spins 300,000 rounds (3 ms) by itself and 30 billion when told `active`:
ten million rounds are 0.1 s, longer than the pauses between parallel regions."""
_LONG_BLOCK_MS = 1000.0
"""libomp waits 200 ms by itself; a second outlasts every pause of a training step."""
_SUFFIXES = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
_TIMES_MS = {"": 1.0, "ms": 1.0, "us": 1e-3, "s": 1e3, "m": 6e4, "h": 3.6e6, "d": 8.6e7}


def setting_figures(run: TrainingRun) -> Figures:
    """Return the figures of `run` that settings decide."""
    cpus, traits, variables = run.usable_cpus, run.traits, run.thread_variables
    has_quota = cpus.quota_cpus is not None
    return {
        "physical_cores": float(cpus.physical_cores),
        "performance_cores": _number(cpus.performance_cores),
        "quota_cpus": cpus.quota_cpus,
        "throttled_fraction": run.trends.throttled_fraction if has_quota else None,
        "thread_limit": _thread_limit(run.framework, variables),
        "code_thread_limit": code_thread_limit(run.code_lines),
        "active_wait": None if variables is None else float(_waits_active(variables)),
        "image_libraries": _number(traits.image_libraries),
        "maps_cuda": _number(traits.maps_cuda),
        "is_serving": float(traits.is_serving),
    }


def code_thread_limit(lines: Sequence[CodeLine]) -> float | None:
    """Return the number of threads that a script sets for computing.

    Of several the last one counts, as it does for the library. None when no line
    sets one, or when it sets what cannot be read off the line.
    """
    found: float | None = None
    for line in lines:
        match = _SETS_COMPUTE_THREADS.search(line.text)
        if match is not None:
            found = float(next(group for group in match.groups() if group)) or found
    return found


def _thread_limit(framework: str, variables: Mapping[str, str] | None) -> float | None:
    for name in _VARIABLES.get(framework, _OTHERS):
        number = thread_number((variables or {}).get(name))
        if number is not None:
            return float(number)
    return None


def _waits_active(variables: Mapping[str, str]) -> bool:
    """Tell whether its variables make OpenMP threads spin while they wait."""
    spins = variables.get("GOMP_SPINCOUNT", "").strip().lower()
    if spins:
        # It overrides what the wait policy says (libgomp's manual).
        return _spin_count(spins) >= _ENDLESS_SPIN
    if variables.get("OMP_WAIT_POLICY", "").strip().lower() == "active":
        return True
    return _block_time_ms(variables.get("KMP_BLOCKTIME", "")) >= _LONG_BLOCK_MS


def _spin_count(text: str) -> float:
    if text in ("infinite", "infinity"):
        return float("inf")
    match = re.fullmatch(r"(\d+)\s*([kmgt]?)", text)
    return float(match[1]) * _SUFFIXES.get(match[2], 1.0) if match else 0.0


def _block_time_ms(text: str) -> float:
    text = text.strip().lower()
    if text in ("infinite", "infinity"):
        return float("inf")
    match = re.fullmatch(r"(\d+)\s*([a-z]*)", text)
    return float(match[1]) * _TIMES_MS.get(match[2], 0.0) if match else 0.0


def _number(known: float | None) -> float | None:
    return None if known is None else float(known)
