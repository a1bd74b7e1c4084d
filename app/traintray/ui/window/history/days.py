"""The past cut at midnight: one strip per day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from traintray.core.archive.records import EpisodeRecord, RunRecord
from traintray.core.diagnosis.verdict import Severity
from traintray.ui import dates
from traintray.ui.window.history.book import Book, Dark

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """The part of an episode that lies on one day."""

    start_s: float
    end_s: float
    episode: EpisodeRecord

    @property
    def is_critical(self) -> bool:
        """Whether it is drawn as loudly as can be."""
        return self.episode.severity == Severity.CRITICAL.value


@dataclass(frozen=True, slots=True)
class Day:
    """One strip. Times are seconds since 1970, all within the day."""

    day: date
    start_s: float
    end_s: float
    """The midnight after it; 23 or 25 hours later when the clock is changed."""
    training: tuple[Pair, ...]
    """When at least one run was on, in order, without overlap."""
    runs: tuple[RunRecord, ...]
    marks: tuple[Mark, ...]
    dark: tuple[Dark, ...]
    watched_from_s: float
    """When watching began, if it was on this day; before that nothing is known."""

    @property
    def training_s(self) -> float:
        """How long at least one run was on."""
        return _length(self.training)

    @property
    def episodes_s(self) -> float:
        """How long at least one episode stood."""
        return _length(joined((mark.start_s, mark.end_s) for mark in self.marks))


def days_of(book: Book) -> tuple[Day, ...]:
    """Return the days, today first."""
    today = dates.day_of(book.now_s)
    return tuple(
        _day(book, today - timedelta(days=back)) for back in range(book.day_count)
    )


def end_of(record: RunRecord | EpisodeRecord, now_s: float) -> float:
    """Return when a run or an episode ended; what goes on reaches up to the last
    second in which it was seen.
    """
    if record.ended_at_s is not None:
        return record.ended_at_s
    return min(now_s, record.last_seen_at_s)


def joined(spans: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return spans in order, those that touch each other as one."""
    made: list[Pair] = []
    for start_s, end_s in sorted(spans):
        if made and start_s <= made[-1][1]:
            made[-1] = (made[-1][0], max(made[-1][1], end_s))
        elif end_s > start_s:
            made.append((start_s, end_s))
    return tuple(made)


def _day(book: Book, day: date) -> Day:
    start_s, end_s = dates.midnight(day), dates.midnight(day + timedelta(days=1))
    runs = [
        (run, part)
        for run in book.runs
        if (part := _part(run.started_at_s, end_of(run, book.now_s), start_s, end_s))
    ]
    marks = [
        Mark(*part, episode)
        for episode in reversed(book.episodes)
        if (
            part := _part(
                episode.onset_at_s, end_of(episode, book.now_s), start_s, end_s
            )
        )
    ]
    dark = [
        Dark(*part, each.is_off)
        for each in book.dark
        if (part := _part(each.start_s, each.end_s, start_s, end_s))
    ]
    begins_s = book.begins_s if book.begins_s is not None else book.now_s
    return Day(
        day,
        start_s,
        end_s,
        joined(part for _, part in runs),
        tuple(run for run, _ in runs),
        tuple(marks),
        tuple(dark),
        min(max(begins_s, start_s), end_s),
    )


def _part(start_s: float, end_s: float, from_s: float, to_s: float) -> Pair | None:
    """Return what of a span lies between two instants."""
    start_s, end_s = max(start_s, from_s), min(end_s, to_s)
    return (start_s, end_s) if end_s > start_s else None


def _length(spans: Iterable[Pair]) -> float:
    return sum(end_s - start_s for start_s, end_s in spans)
