"""The thresholds of the settings as the rules use them.

The ranges in `Settings` end where the rules would stop fitting each other:

- `cpu_full_percent`: below 65 % a run that leaves a third of its CPUs idle would be
  called full, above 95 % the housekeeping of the system keeps a full one from it.
- `ready_threads_per_cpu`: healthy runs reach 1.4 (TensorFlow). From 2.0 on the
  number of threads is no longer held against a starving input (`crowded_ratio` of
  `input_bound`), so above it neither would be told.
- `gpu_waiting_below_percent`: 60 % is where a main process that prepares data itself
  is told (`main_gpu_busy_fraction`); above 90 % each pause between batches counts.
- `other_programs_percent`: an eighth of the CPUs costs a run 18 % of its speed; what
  takes more than 60 % is told by its own numbers anyway.
- `memory_full_within_h`: half an hour is critical, an hour is the least to act in;
  72 hours are longer than growth can be foreseen from minutes.
- `swap_megabytes_per_s`: below half a MiB lies what any machine moves now and then;
  the recorded swapping run moves 49. Its name is older than its unit, which is that of
  the tips, and stays because it stands in people's files.
"""

from __future__ import annotations

from traintray.core.diagnosis.tuning import Tuning
from traintray.settings.settings import Settings

THRESHOLDS = (
    "cpu_full_percent",
    "sustained_s",
    "gpu_waiting_below_percent",
    "ready_threads_per_cpu",
    "other_programs_percent",
    "memory_full_within_h",
    "swap_megabytes_per_s",
)
"""Fields of the settings that decide when something is worth a tip."""


def tuning_of(settings: Settings) -> Tuning:
    """Return the thresholds that were chosen."""
    return Tuning(
        sustained_s=settings.sustained_s,
        full_cpu_fraction=settings.cpu_full_percent / 100,
        ready_threads_per_cpu=settings.ready_threads_per_cpu,
        waiting_fraction=round(1 - settings.gpu_waiting_below_percent / 100, 6),
        swap_bytes_per_s=settings.swap_megabytes_per_s * 2**20,
        foreign_share=settings.other_programs_percent / 100,
        memory_full_in_s=settings.memory_full_within_h * 3600,
    )
