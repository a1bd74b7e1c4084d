"""What could not be read, in words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Unknown
from traintray.ui.joined import listed

translate = QCoreApplication.translate

_ONLY_TIME = frozenset({"sustained_s", "startup_cpu_s"})
"""It was not watched for long enough, or it still starts."""
_UNITS = ("_fraction", "_per_s", "_bytes", "_s", "_count")


def only_needs_time(verdict: Unknown) -> bool:
    """Return whether nothing is missing but time."""
    return _ONLY_TIME.issuperset(verdict.missing)


def missing_words(names: Iterable[str]) -> str:
    """Return the names of figures as people say them, each once."""
    spoken = [_spoken(name) for name in names if name not in _ONLY_TIME]
    return listed(dict.fromkeys(spoken))


def _spoken(name: str) -> str:
    last = name.rsplit(".", 1)[-1]
    threads = translate("missing_words", "its threads")
    cpus = translate("missing_words", "the CPUs it may use")
    known = {
        "usable_cpus": cpus,
        "shared_cpus": cpus,
        "usable_busy_fraction": translate("missing_words", "how busy its CPUs are"),
        "demand_threads": threads,
        "main_demand_threads": threads,
        "worker_demand_threads": translate("missing_words", "threads of its workers"),
        "most_busy_threads": threads,
        "most_demand_threads": threads,
        "running_cores": threads,
        "busy_threads": threads,
        "all_runs_demand_threads": translate("missing_words", "threads of other runs"),
        "active_runs": translate("missing_words", "threads of other runs"),
        "computing_ranks": translate("missing_words", "its ranks"),
        "openmp": translate("missing_words", "whether it uses OpenMP"),
        "switches_per_s": translate("missing_words", "context switches"),
        "workers": translate("missing_words", "its workers"),
        "workers_pinned": translate("missing_words", "the CPUs of its workers"),
        "swap_in_bytes_per_s": translate("missing_words", "swap traffic"),
        "swap_out_bytes_per_s": translate("missing_words", "swap traffic"),
        "usable_count": translate("missing_words", "whether there is a GPU to use"),
    }
    if last in known:
        return known[last]
    for unit in _UNITS:
        last = last.removesuffix(unit)
    return last.replace("_", " ")
