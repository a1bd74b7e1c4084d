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
    if "pressure." in name:
        return translate("missing_words", "how long programs were stalled")
    for words in (_threads(), _roles(), _cpus(), _memory(), _gpus(), _setup()):
        for figures, spoken in words.items():
            if last in figures.split():
                return spoken
    for unit in _UNITS:
        last = last.removesuffix(unit)
    return last.replace("_", " ")


def _threads() -> dict[str, str]:
    return {
        "demand_threads main_demand_threads most_busy_threads most_demand_threads"
        " running_cores main_running_cores busy_threads waiting_threads"
        " main_thread_cores other_thread_cores demand_is_estimated"
        " mask_demand_threads pipeline_demand_threads": translate(
            "missing_words", "its threads"
        ),
        "all_runs_demand_threads active_runs other_runs_cores": translate(
            "missing_words", "threads of other runs"
        ),
        "switches_per_s": translate("missing_words", "context switches"),
        "system_fraction main_system_fraction worker_system_fraction": translate(
            "missing_words", "its time in the kernel"
        ),
        "compiler_demand_threads": translate("missing_words", "its compilers"),
    }


def _roles() -> dict[str, str]:
    return {
        "worker_demand_threads worker_running_cores": translate(
            "missing_words", "threads of its workers"
        ),
        "computing_ranks ranks": translate("missing_words", "its ranks"),
        "workers busy_workers worker_rises workers_added": translate(
            "missing_words", "its workers"
        ),
        "workers_pinned mask_cpus mask_processes wider_cpus": translate(
            "missing_words", "the CPUs of its processes"
        ),
    }


def _cpus() -> dict[str, str]:
    return {
        "usable_cpus shared_cpus physical_cores performance_cores": translate(
            "missing_words", "the CPUs it may use"
        ),
        "quota_cpus throttled_fraction": translate("missing_words", "its CPU quota"),
        "usable_busy_fraction busy_fraction": translate(
            "missing_words", "how busy its CPUs are"
        ),
        "foreign_cores stolen_cores": translate(
            "missing_words", "what other programs use"
        ),
        "frequency_fraction throttle_events_per_s temperature_celsius": translate(
            "missing_words", "the clock and heat of the CPU"
        ),
    }


def _memory() -> dict[str, str]:
    return {
        "swap_in_bytes_per_s swap_out_bytes_per_s swap_bytes swap_used_bytes": (
            translate("missing_words", "swap traffic")
        ),
        "major_faults_per_s minor_faults_per_s": translate(
            "missing_words", "its page faults"
        ),
        "main_growth_bytes_per_s worker_growth_bytes_per_s growth_watched_s"
        " main_memory_bytes worker_memory_bytes"
        " rss_bytes": translate("missing_words", "its memory"),
        "memory_available_bytes available_bytes total_bytes": translate(
            "missing_words", "the memory that is left"
        ),
        "read_bytes_per_s disk_waiting_processes iowait_cpus": translate(
            "missing_words", "what it reads from storage"
        ),
    }


def _gpus() -> dict[str, str]:
    return {
        "gpus gpus_used free_gpus": translate(
            "missing_words", "whether there is a GPU to use"
        ),
        "gpu_busy_fraction gpu_memory_bytes gpu_throttled_fraction"
        " gpu_temperature_celsius": translate("missing_words", "what its GPUs do"),
    }


def _setup() -> dict[str, str]:
    return {
        "openmp active_wait": translate("missing_words", "whether it uses OpenMP"),
        "least_cpu_s": translate("missing_words", "its CPU time"),
        "thread_limit code_thread_limit": translate(
            "missing_words", "the thread count it asks for"
        ),
        "image_libraries maps_cuda": translate(
            "missing_words", "the libraries it has loaded"
        ),
        "is_serving": translate("missing_words", "whether it serves requests"),
    }
