"""Runs of one command, before and after a change, as their records tell of them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from core.archive.archive_files import NOON_S, run_record
from traintray.core.archive.proof_record import Change, Course
from traintray.core.archive.records import KnobRecord, Outcome, RunRecord
from traintray.core.proof.match import Match

PIECE_S = 5.0
OLD, NEW = {"OMP_NUM_THREADS": "16"}, {"OMP_NUM_THREADS": "2"}
CHANGED_AT_S = NOON_S + 1000.0


def course(
    speeds: Sequence[float] = (),
    piece_s: float = PIECE_S,
    source: str = "output",
    unit: str = "step",
    **blocks: float | Sequence[float],
) -> Course:
    """What a run kept; a figure that is one number stays the same all the time."""
    lasted_s = len(speeds) * piece_s or 360.0
    count = int(lasted_s // 10)
    return Course(
        began_at_s=NOON_S,
        block_s=10.0,
        blocks={
            name: tuple(value) if isinstance(value, Sequence) else (value,) * count
            for name, value in blocks.items()
        },
        paces=tuple(
            ((n + 1) * piece_s, piece_s, speed) for n, speed in enumerate(speeds)
        ),
        source=source if speeds else "",
        unit=unit if speeds else "",
    )


def before(kept: Course | None, **changes) -> RunRecord:
    fields = {
        "identity": "boot/1-1",
        "number": 1,
        "variables": OLD,
        "course": kept,
        "outcome": Outcome.FINISHED,
        "ended_at_s": NOON_S + 900,
        "usable_cpus": 2.0,
        "roles": {"main": 1},
    }
    return run_record(**{**fields, **changes})


def after(kept: Course | None, **changes) -> RunRecord:
    fields = {
        "identity": "boot/2-2",
        "number": 2,
        "variables": NEW,
        "started_at_s": CHANGED_AT_S + 10,
        "seen_at_s": CHANGED_AT_S + 15,
        "last_seen_at_s": CHANGED_AT_S + 900,
        "ended_at_s": CHANGED_AT_S + 900,
    }
    return before(kept, **{**fields, **changes})


def applied(at_s: float = CHANGED_AT_S, old=OLD, new=NEW, **more) -> KnobRecord:
    return KnobRecord(at_s, more.pop("knob", "thread_cap"), "apply", old, new)


def undone(at_s: float, change: KnobRecord) -> KnobRecord:
    return replace(
        change, at_s=at_s, action="undo", before=change.after, after=change.before
    )


def matched(old: RunRecord, **changes) -> Match:
    made = Match(Change("thread_cap", OLD, NEW, CHANGED_AT_S), old, True)
    return replace(made, **changes)


def wavering(
    source: random.Random, count: int, likeness: float, deviation: float
) -> list[float]:
    """Speeds around 10 a second that waver, each like the one before it."""
    value, found = source.gauss(0, 1), []
    for _ in range(count):
        fresh = source.gauss(0, 1)
        value = likeness * value + math.sqrt(1 - likeness**2) * fresh
        found.append(10 * math.exp(deviation * value))
    return found
