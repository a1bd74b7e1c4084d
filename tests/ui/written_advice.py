"""What the core itself writes of the sample runs, for screens that are looked at.

The advice that `parts` has by hand is for tests of widgets; numbers and thresholds of
the pictures are those of the rules.
"""

from __future__ import annotations

from dataclasses import replace

from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)
from traintray.core.frame import Frame, RunView
from traintray.core.knobs.catalog.thread_cap import KNOB
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
        shown = finding("ranks") if run.count(Role.RANK) else _one_process()
    advice = book.advise(Case(shown, run, KNOB.recommend(run, 1), 15.0))
    if view.advice is not None and view.advice.severity is Severity.CRITICAL:
        advice = replace(advice, severity=Severity.CRITICAL, proposals=())
    episode = view.episode and replace(view.episode, chip=advice.chip)
    return replace(view, verdict=shown, advice=advice, episode=episode)


def _one_process() -> Finding:
    """The episode of the design: 41 threads for 32 logical CPUs."""
    rows = (
        ("usable_busy_fraction", 0.97, 0.8, Unit.FRACTION, 1.0),
        ("demand_threads", 41.0, 40.0, Unit.THREADS, 64.0),
        ("waiting_threads", 9.4, 8.0, Unit.THREADS, 32.0),
        ("switches_per_s", 148_000.0, 50_000.0, Unit.PER_S, 200_000.0),
    )
    return replace(
        finding(
            "one_process",
            ready_threads=41.0,
            main_ready_threads=32.0,
            worker_ready_threads=8.0,
            workers=8.0,
            threads_per_process=32.0,
        ),
        evidence=tuple(
            Evidence(key, measured, limit, Comparison.AT_LEAST, unit, scale)
            for key, measured, limit, unit, scale in rows
        ),
    )
