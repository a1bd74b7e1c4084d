"""What the core itself writes of the sample runs, for screens that are looked at.

The advice that `parts` has by hand is for tests of widgets; numbers and thresholds of
the pictures are those of the rules. They count logical CPUs, of which the machine of
the design has 32: its 41 threads would be no trouble there, so the pictures have 57.
"""

from __future__ import annotations

from dataclasses import replace

from traintray.core.advice.advice import Advice
from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene, Window
from traintray.core.diagnosis.rules import swapping, too_many_threads
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.frame import Frame, RunView
from traintray.core.history.store import Store
from traintray.core.knobs.catalog.thread_cap import KNOB
from traintray.core.readings import LoadReading
from ui.parts import GIB, MIB, NOW_S, ONSET_S, training_run
from ui.real_advice import finding

READY_THREADS = 57
"""32 of the main process, 3 in each of 8 workers, and another one."""
_WORKER_THREADS = 3.0
_BY_HAND = 41
"""What `frames.attention_frame` has instead."""


def told(frame: Frame, language: str) -> Frame:
    """The frame with what the core says of its findings in a language."""
    book = Book(language)
    runs = tuple(_told(view, book) if view.advice else view for view in frame.runs)
    chips = {view.episode.number: view.episode.chip for view in runs if view.episode}
    episodes = tuple(
        replace(each, chip=chips.get(each.number, book.chip(each.kind)))
        for each in frame.episodes
    )
    load = frame.load
    if load is not None and load.running_tasks == _BY_HAND:
        load = LoadReading(57.3, READY_THREADS, load.context_switches_per_s, 30.0)
    return replace(frame, runs=runs, episodes=episodes, load=load)


def _told(view: RunView, book: Book) -> RunView:
    run, shown = view.run, view.verdict
    if not isinstance(shown, Finding) or "cause" not in shown.facts:
        if run.count(Role.RANK):
            shown = finding("ranks")
        elif view.advice is not None and view.advice.severity is Severity.CRITICAL:
            shown = swaps()
        else:
            run, shown = _with_wide_workers(run), threads()
    advice = _advice(book, shown, run)
    episode = view.episode and replace(
        view.episode, kind=shown.kind, chip=advice.chip, severity=shown.severity
    )
    return replace(view, run=run, verdict=shown, advice=advice, episode=episode)


def threads_advice(language: str = "en") -> Advice:
    """What is told of the episode of the design."""
    run = _with_wide_workers(training_run())
    return _advice(Book(language), threads(), run)


def _advice(book: Book, shown: Finding, run: TrainingRun) -> Advice:
    capped = shown.kind == too_many_threads.KIND
    recommended = KNOB.recommend(run, 1) if capped else None
    held_s = NOW_S - ONSET_S
    return book.advise(Case(shown, run, recommended, 15.0, held_s=held_s))


def threads() -> Finding:
    """The episode of the design, as the rule itself finds it."""
    found = _explained(too_many_threads.RULE, _THREADS)
    return replace(found, ruled_out=finding("one_process").ruled_out)


def swaps() -> Finding:
    """A machine whose memory is too small, as the rule itself finds it."""
    return _explained(swapping.RULE, _SWAPS)


def _explained(rule: Rule, figures: dict[str, float]) -> Finding:
    run, store = training_run(), Store(60)
    values = {key.format(run=f"run.{run.key}"): v for key, v in figures.items()}
    for second in range(60):
        store.append(NOW_S - 60 + second, values)
    window = Window(store, run.key, NOW_S - Policy().sustained_s)
    return rule.explain(Scene(run, window, Policy(), rule.limits))


def _with_wide_workers(run: TrainingRun) -> TrainingRun:
    return replace(run, members=tuple(map(_widened, run.members)))


def _widened(member: Member) -> Member:
    if member.role is not Role.WORKER or member.threads is None:
        return member
    threads = replace(member.threads, demand_threads=_WORKER_THREADS)
    return replace(member, threads=threads)


_THREADS = {
    "{run}.usable_cpus": 32.0,
    "{run}.demand_threads": float(READY_THREADS),
    "{run}.running_cores": 31.0,
    "{run}.usable_busy_fraction": 0.97,
    "{run}.main_demand_threads": 32.0,
    "{run}.worker_demand_threads": 8 * _WORKER_THREADS,
    "{run}.most_busy_threads": 33.0,
    "{run}.most_demand_threads": 32.0,
    "{run}.switches_per_s": 148_000.0,
    "{run}.computing_ranks": 1.0,
    "{run}.ranks": 1.0,
    "{run}.workers": 8.0,
    "{run}.workers_pinned": 0.0,
    "{run}.openmp": 1.0,
    "{run}.active_runs": 1.0,
    "{run}.all_runs_demand_threads": float(READY_THREADS),
    "{run}.shared_cpus": 32.0,
}
_SWAPS = {
    "memory.swap_in_bytes_per_s": 61e6,
    "memory.swap_out_bytes_per_s": 35e6,
    "memory.swap_used_bytes": 6.9 * GIB,
    "memory.total_bytes": 64.0 * GIB,
    "pressure.memory.stalled_fraction": 0.34,
    "{run}.major_faults_per_s": 2_800.0,
    "{run}.swap_bytes": 6.4 * GIB,
    "{run}.memory_available_bytes": 190.0 * MIB,
    "{run}.rss_bytes": 61.2 * GIB,
    "{run}.ranks": 1.0,
    "{run}.workers": 8.0,
}
