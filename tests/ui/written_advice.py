"""What the core itself writes of the sample runs, for screens that are looked at.

The advice that `parts` has by hand is for tests of widgets; numbers and thresholds of
the pictures are those of the rules.
"""

from __future__ import annotations

from dataclasses import replace

from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Scene, Window
from traintray.core.diagnosis.rules.too_many_threads import RULE
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.frame import Frame, RunView
from traintray.core.history.store import Store
from traintray.core.knobs.catalog.thread_cap import KNOB
from ui.parts import NOW_S, training_run
from ui.real_advice import finding


def told(frame: Frame, language: str) -> Frame:
    """The frame with what the core says of its findings in a language."""
    book = Book(language)
    runs = tuple(_told(view, book) if view.advice else view for view in frame.runs)
    chips = {view.episode.number: view.episode.chip for view in runs if view.episode}
    episodes = tuple(
        replace(each, chip=chips.get(each.number, book.chip(each.kind)))
        for each in frame.episodes
    )
    return replace(frame, runs=runs, episodes=episodes)


def _told(view: RunView, book: Book) -> RunView:
    run, shown = view.run, view.verdict
    if not isinstance(shown, Finding) or "cause" not in shown.facts:
        if run.count(Role.RANK):
            shown = finding("ranks")
        else:
            run, shown = _with_quota(run), too_many_threads()
    advice = book.advise(Case(shown, run, KNOB.recommend(run, 1), 15.0))
    if view.advice is not None and view.advice.severity is Severity.CRITICAL:
        advice = replace(advice, severity=Severity.CRITICAL, proposals=())
        shown = replace(shown, severity=Severity.CRITICAL)
    episode = view.episode and replace(view.episode, chip=advice.chip)
    return replace(view, run=run, verdict=shown, advice=advice, episode=episode)


def too_many_threads() -> Finding:
    """The episode of the design, as the rule itself finds it: 41 threads ready to run,
    32 of them in the main process, and a quota of 16 CPUs.
    """
    run, store = _with_quota(training_run()), Store(60)
    for second in range(60):
        values = {f"run.{run.key}.{name}": v for name, v in _FIGURES.items()}
        store.append(NOW_S - 60 + second, values)
    window = Window(store, run.key, NOW_S - Policy().sustained_s)
    found = RULE.explain(Scene(run, window, Policy(), RULE.limits))
    return replace(found, ruled_out=finding("one_process").ruled_out)


def _with_quota(run: TrainingRun) -> TrainingRun:
    """The rule counts logical CPUs: 41 threads would be no trouble for all 32."""
    cpus = replace(run.usable_cpus, count=16.0, quota_cpus=16.0)
    return replace(run, usable_cpus=cpus)


_FIGURES = {
    "usable_cpus": 16.0,
    "demand_threads": 41.0,
    "running_cores": 15.6,
    "usable_busy_fraction": 0.97,
    "main_demand_threads": 32.0,
    "worker_demand_threads": 8.0,
    "most_busy_threads": 33.0,
    "most_demand_threads": 32.0,
    "switches_per_s": 148_000.0,
    "computing_ranks": 1.0,
    "ranks": 1.0,
    "workers": 8.0,
    "workers_pinned": 0.0,
    "openmp": 1.0,
    "active_runs": 1.0,
    "all_runs_demand_threads": 41.0,
    "shared_cpus": 16.0,
    "throttled_fraction": 0.62,
}
