"""A run as rich as real ones: two roles, a gap, episodes, a GPU, a run before it."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from pathlib import Path

from core.export.archived import (
    BEGAN_S,
    NAN,
    FakeArchive,
    episode_record,
    run_record,
)
from traintray.core.archive.limits import DEFAULT_LIMITS
from traintray.core.archive.openfile import OpenFile
from traintray.core.archive.records import KnobRecord, Outcome, Spread, VerdictTime

LONG_S = 1500
GAP = range(900, 1000)
TOLD = {
    "title": "41 threads competing for 16 CPUs",
    "summary": "The main process keeps 33 threads ready, with 25 waiting for a CPU.",
    "why": "The pool of the main process is larger than the 16 CPUs that this run may"
    " use. Once every CPU has a thread, more threads only take turns.",
    "label.demand_threads": "Threads ready to run",
    "threshold.demand_threads": "≥ 24 (1.5 × CPUs)",
    "threshold.usable_busy_fraction": "≥ 80% for 15 s",
    "threshold.gpu_busy_fraction": "< 60%",
    "step.1.title": "Cap the thread pools at 8.",
    "step.1.text": "16 cores − 8 workers leaves 8 for the main process:",
    "step.1.snippet": "export OMP_NUM_THREADS=8 MKL_NUM_THREADS=8",
    "step.2.title": "Restart training.",
    "step.2.text": "Pools are sized at start; a running process keeps its threads.",
    "ruled_out.1": "swap 0 MiB/s",
    "ruled_out.2": "disk pressure 2%",
    "note.1": "OMP_NUM_THREADS is already set in this run's environment.",
}


def wave(n: int, period: float, phase: float = 0.0) -> float:
    return math.sin(n / period + phase) * math.sin(n / (period * 0.37) + 1.3 * phase)


def rich_archive(**changed: object) -> FakeArchive:
    """Return an archive whose run 2 has everything that a report can show."""
    archive = FakeArchive()
    before = run_record(
        1,
        ended_at_s=BEGAN_S - 4000,
        last_seen_at_s=BEGAN_S - 4000,
        started_at_s=BEGAN_S - 6000,
        variables={},
        profile={
            "usable_busy_fraction": Spread(0.47, 0.6, 1900.0),
            "demand_threads": Spread(15.0, 19.0, 1900.0),
            "rss_bytes": Spread(20e9, 21e9, 1900.0),
            "gpu_busy_fraction": Spread(0.78, 0.99, 1900.0),
        },
    )
    run = run_record(
        2,
        last_seen_at_s=BEGAN_S + LONG_S,
        ended_at_s=BEGAN_S + LONG_S,
        outcome=Outcome.KILLED,
        exit_status=None,
        signal=9,
        roles={"main": 1, "worker": 8},
        profile={
            "usable_busy_fraction": Spread(0.97, 1.0, 1400.0),
            "demand_threads": Spread(41.2, 48.0, 1400.0),
            "waiting_threads": Spread(25.0, 30.0, 1400.0),
            "switches_per_s": Spread(148_000.0, 180_000.0, 1400.0),
            "rss_bytes": Spread(30e9, 41e9, 1400.0),
            "main_growth_bytes_per_s": Spread(1e6, 3.1e6, 900.0),
            "gpu_busy_fraction": Spread(0.41, 0.9, 1400.0),
            "gpu_memory_bytes": Spread(9.8e9, 10.1e9, 1400.0),
        },
        verdicts=(
            VerdictTime("unknown", BEGAN_S, 60.0),
            VerdictTime("too_many_threads", BEGAN_S + 60, 700.0),
            VerdictTime("clear", BEGAN_S + 760, 500.0),
        ),
    )
    run = replace(run, **changed)
    archive.saved_runs = [before, run]
    first = replace(
        episode_record(run, TOLD),
        onset_at_s=BEGAN_S + 60,
        ended_at_s=BEGAN_S + 760,
        last_seen_at_s=BEGAN_S + 760,
    )
    evidence = {**first.evidence, "gpu_busy_fraction": (0.41, 0.6, "fraction")}
    archive.saved_episodes = [
        replace(first, evidence=evidence),
        replace(
            first,
            kind="swapping",
            severity="critical",
            onset_at_s=BEGAN_S + 1300,
            ended_at_s=None,
            last_seen_at_s=BEGAN_S + LONG_S,
            evidence={"swap_bytes_per_s": (90e6, 1e6, "bytes_per_s")},
            headline="Memory is too small for this run",
            told={},
        ),
    ]
    archive.saved_changes = [
        KnobRecord(
            BEGAN_S - 3000,
            "thread_cap",
            "undo",
            {"OMP_NUM_THREADS": "8"},
            {"OMP_NUM_THREADS": None},
        )
    ]
    _fill(archive, run.identity)
    return archive


def write_history(path: Path, archive: FakeArchive) -> None:
    """Write what a fake archive holds into a real history file."""
    rounds: dict[float, dict[str, float | None]] = {}
    for key, entries in archive.samples.items():
        for at_s, value, _, _ in entries:
            if value == value:  # NaN: not measured
                rounds.setdefault(at_s, {})[key] = value
    file = OpenFile(path, DEFAULT_LIMITS)
    file.open()
    file.write(sorted(rounds.items()), [*archive.saved_runs, *archive.saved_changes])
    file.write([], archive.saved_episodes)
    file.close()


def _fill(archive: FakeArchive, identity: str) -> None:
    for figure, entries in _samples().items():
        archive.samples[f"run/{identity}/{figure}"] = list(entries)


@functools.cache
def _samples() -> dict[str, list[tuple[float, float, float, float]]]:
    def warm(n: int) -> float:
        return min(1.0, n / 45)

    figures = {
        "usable_busy_fraction": lambda n: 0.93 + 0.06 * wave(n, 9),
        "main_demand_threads": lambda n: 32 + 2 * wave(n, 11),
        "worker_demand_threads": lambda n: 8 + 1.5 * wave(n, 7, 1),
        "demand_threads": lambda n: 40 + 3 * wave(n, 11),
        "rss_bytes": lambda n: 29.2e9 + n * 3e6,
        "main_memory_bytes": lambda n: 17e9 + n * 3e6,
        "worker_memory_bytes": lambda n: 12e9,
        "gpu_busy_fraction": lambda n: 0.45 + 0.4 * wave(n, 5),
        "gpu_memory_bytes": lambda n: 9.8e9,
        "steps_per_s": lambda n: 3.1 + 0.3 * wave(n, 13),
    }
    found = {}
    for figure, value in figures.items():
        values = (
            (BEGAN_S + n, NAN if n in GAP else warm(n) * value(n))
            for n in range(1, LONG_S)
        )
        found[figure] = [(at_s, v, v, v) for at_s, v in values]
    return found
