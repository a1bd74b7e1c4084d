"""Advice as the core writes it, for a machine with two CPUs and no GPU."""

from __future__ import annotations

from dataclasses import replace

from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import CodeLine, Role, TrainingRun
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)
from traintray.core.frame import Frame, State
from traintray.core.knobs.catalog.thread_cap import KNOB
from traintray.core.readings import LoadReading
from ui.frames import frame
from ui.parts import NOW_S, SMALL, cpu_reading, member, run_view, training_run


def _evidence(
    key: str, numbers: tuple[float, float, float], unit: Unit, more_than: bool = False
) -> Evidence:
    comparison = Comparison.ABOVE if more_than else Comparison.AT_LEAST
    measured, threshold, scale = numbers
    return Evidence(key, measured, threshold, comparison, unit, scale)


def ranks_run() -> TrainingRun:
    """Four ranks with a pool of two threads each."""
    return replace(
        training_run("ddp_train.py", 9120, 0, NOW_S - 95, SMALL),
        command=("python", "ddp_train.py", "--epochs", "90"),
        members=(
            member(9120, Role.LAUNCHER, 0.0),
            *(member(9121 + n, Role.RANK, 2.0) for n in range(4)),
        ),
        thread_variables={"OMP_NUM_THREADS": "2"},
    )


def finding(cause: str, **facts: float) -> Finding:
    """Too many threads, as measured on two CPUs."""
    known: dict[str, float | str] = {
        "cause": cause,
        "ready_threads": 7.9,
        "main_ready_threads": 7.9,
        "worker_ready_threads": 0.0,
        "ranks": 4.0,
        "workers": 0.0,
        "runs": 1.0,
        "threads_per_process": 2.0,
        "set_in_code": 0.0,
    }
    return Finding(
        "too_many_threads",
        Severity.ATTENTION,
        (
            _evidence("usable_busy_fraction", (0.99, 0.8, 1.0), Unit.FRACTION),
            _evidence("demand_threads", (7.9, 3.0, 8.0), Unit.THREADS),
            _evidence("waiting_threads", (5.9, 1.0, 8.0), Unit.THREADS),
        ),
        (
            _evidence("swap_bytes_per_s", (0.0, 1e6, 1e7), Unit.BYTES_PER_S, True),
            _evidence("stalled_memory_fraction", (0.0, 0.1, 1.0), Unit.FRACTION, True),
            _evidence("stalled_io_fraction", (0.02, 0.2, 1.0), Unit.FRACTION, True),
        ),
        {**known, **facts},
    )


def real_frame(run: TrainingRun, found: Finding, language: str = "en") -> Frame:
    """A frame with the advice that the core gives on `found`."""
    case = Case(found, run, KNOB.recommend(run, 1), sustained_s=15.0)
    view = run_view(run, found, Book(language).advise(case))
    return frame(
        State.ATTENTION,
        SMALL,
        cpu=cpu_reading([1.0, 0.99], system_share=0.04),
        load=LoadReading(8.4, 9, 22_000.0, 4.0),
        runs=(view,),
        episodes=(view.episode,),
    )


def ranks_frame(language: str = "en") -> Frame:
    """Four ranks on two CPUs; a value is already set in their environment."""
    return real_frame(ranks_run(), finding("ranks"), language)


def code_frame() -> Frame:
    """Sixteen threads, set in the script: no variable helps."""
    run = replace(
        training_run("train.py", 9300, 0, NOW_S - 70, SMALL),
        members=(member(9300, Role.MAIN, 15.6),),
        code_lines=(
            CodeLine("/home/ana/runs/train.py", 12, "torch.set_num_threads(16)"),
        ),
    )
    facts = {"set_in_code": 1.0, "threads_per_process": 16.0, "ready_threads": 15.6}
    facts["main_ready_threads"] = 15.6
    return real_frame(run, finding("one_process", **facts))
