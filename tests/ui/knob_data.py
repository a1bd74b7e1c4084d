"""What the Knobs page and the measured result are shown with: the afternoon of the
design.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import replace

from PySide6.QtCore import QTimer

from traintray.core.archive.names import boot_id
from traintray.core.archive.proof_record import Change, Measure, Span, Windows
from traintray.core.archive.records import KnobRecord, Slice
from traintray.core.frame import Frame
from traintray.core.live_knobs.entry import End, Entry
from traintray.core.live_knobs.live_knob import (
    LiveRow,
    Place,
    Power,
    Site,
    Suggestion,
)
from traintray.core.live_knobs.shelf import all_live_knobs
from traintray.core.proof.outcome import Proof
from traintray.core.proof.reasons import GPU_BUSIER
from traintray.ui.live_thread import LiveThread
from ui import frames, runs_data

NOW_S = frames.WALL_S
CAPPED = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
CAP = {"OMP_NUM_THREADS": "8", "MKL_NUM_THREADS": "8", "OPENBLAS_NUM_THREADS": "1"}
"""What was written of the cap of the pictures: the workers have pools too."""
SET = {"OMP_NUM_THREADS": "32", "MKL_NUM_THREADS": "16", "OPENBLAS_NUM_THREADS": "32"}


def knobs_frame() -> Frame:
    """The run of the design, with what its shell has set."""
    frame = runs_data.live_frame()
    view = frame.runs[0]
    present = {**SET, "TOKENIZERS_PARALLELISM": "false"}
    run = replace(view.run, thread_variables=present)
    return replace(frame, runs=(replace(view, run=run),))


def change(ago_s: float, name: str, old: str | None, new: str | None, action="apply"):
    """One change of one variable."""
    knob = "tokenizers" if name.startswith("TOKEN") else "thread_cap"
    return KnobRecord(NOW_S - ago_s, knob, action, {name: old}, {name: new})


RUNS = (f"{boot_id()}/41207-7", f"{boot_id()}/42100-9")
LEVELS = {"gpu_busy_fraction": (0.41, 0.78), "usable_busy_fraction": (0.97, 0.47)}


def _wobble(key: str, count: int) -> list[float]:
    """A line around the level of its run; the slow one wanders more."""
    run, _, figure = key.rpartition("/")
    is_after = run.endswith("9")
    level = LEVELS[figure][is_after]
    swing = 0.04 if is_after or level > 0.9 else 0.25
    return [
        min(0.99, level + swing * math.sin(n * 1.7) * math.cos(n * 0.31))
        for n in range(count)
    ]


CHANGES = (
    change(150_000.0, "OMP_NUM_THREADS", "4", None, "undo"),
    change(151_000.0, "OMP_NUM_THREADS", None, "4"),
)


def measure(
    key: str, unit: str, numbers: tuple[float, float], better: str, first=False
):
    """One figure before and after, with a spread of a twentieth."""
    before, after = numbers
    return Measure(key, unit, before, after, before / 20, after / 20, better, first)


def proof(verdict: str = "helped", after: float = 0.78, **changes: object) -> Proof:
    """The cap of the design, compared over five minutes each."""
    began = NOW_S + 80.0
    made = Proof(
        verdict=verdict,  # type: ignore[arg-type]
        before_run=f"{boot_id()}/41207-7",
        after_run=f"{boot_id()}/42100-9",
        run_name="train.py",
        change=Change(
            "thread_cap",
            dict.fromkeys(CAPPED),
            dict.fromkeys(CAPPED, "8"),
            NOW_S + 2.0,
        ),
        measures=(
            measure("gpu_busy_fraction", "fraction", (0.41, after), "higher", True),
            measure("switches_per_s", "per_s", (148_000.0, 19_000.0), "lower"),
            measure("cpu_pressure_fraction", "fraction", (0.62, 0.06), "lower"),
        ),
        speed_is_stand_in=True,
        why=GPU_BUSIER.filled(after=f"{after:.0%}", before="41%"),
        windows=Windows(
            Span(NOW_S - 200.0, NOW_S - 2.0), Span(began + 60.0, began + 360.0), 60.0
        ),
        ratio=(1.9, 1.7, 2.1),
        made_at_s=began + 362.0,
    )
    return replace(made, **changes)


def no_change() -> Proof:
    """What was found of the cap of the day before yesterday."""
    old = change(151_000.0, "OMP_NUM_THREADS", None, "4")
    made = Change("thread_cap", dict(old.before), dict(old.after), old.at_s)
    return proof("unclear", after=0.43, change=made)


def run_with(found: Proof):
    """The record of the run that has the change."""
    return runs_data.ended("train.py", 0.2, 0.1, identity=found.after_run)


def live_rows(run) -> tuple[LiveRow, ...]:
    """What the live knobs say of the run of the design, by their own rules."""
    cores = tuple((cpu, cpu + 16) for cpu in range(16))
    every = tuple(range(32))
    place = Place(cores, starter_cpus=every, has_desktop=True, power=_BALANCED)
    site = Site(run, place, "too_many_threads")
    return tuple(_live_row(knob, site) for knob in all_live_knobs())


_BALANCED = Power("balanced", ("power-saver", "balanced", "performance"))
_NOW = {"cpu_affinity": "0-31", "io_priority": "none", "nice": "0"}


def _live_row(knob, site) -> LiveRow:
    said = knob.recommend(site)
    suggestion = said if isinstance(said, Suggestion) else None
    why = said if suggestion is None else suggestion.arithmetic
    has = _NOW.get(knob.name, "balanced")
    then = ""
    if suggestion is not None:
        then = knob.target(knob.rule(suggestion.value, site, [has]), has)
    undoable = knob.name != "nice"
    return LiveRow(knob, {has: 41}, suggestion, why, is_undoable=undoable, then=then)


ENDED = Entry(
    number=1,
    knob="nice",
    run_key="38112-5",
    run_name="train.py",
    value="5",
    rule="least:5",
    at_s=NOW_S - 142_000.0,
    epoch=("boot", "pid"),
    end=End.ENDED,
    ended_at_s=NOW_S - 140_000.0,
    was="0",
)


class SampleLive:
    """The live knobs of the afternoon of the design."""

    @property
    def desk(self):
        return self

    def site(self, run, finding):
        return run

    def rows(self, run):
        return live_rows(run)

    def entries(self):
        return (ENDED,)

    def lasting(self):
        return frozenset()


class PromptLive(LiveThread):
    """Answers on the same thread, as soon as the event loop has its turn."""

    def put(self, job):
        QTimer.singleShot(0, self, lambda: job(SampleLive()))


class KnobsArchive(runs_data.RunsArchive):
    """Remembers the changes, and what was measured of them."""

    def __init__(self, *proofs: Proof, changes=CHANGES) -> None:
        kept = [replace(run_with(each), proof=each.record()) for each in proofs]
        super().__init__(*kept)
        self.changes = changes

    def series_keys(self):
        return [f"run/{run}/{figure}" for run in RUNS for figure in LEVELS]

    def many(self, keys, since_s, until_s, points):
        times = array("d", range(int(since_s), int(until_s), 2))
        return {
            key: Slice(times, *[array("d", _wobble(key, len(times)))] * 3, 2.0)
            for key in keys
        }

    def knob_changes(self, since_s, until_s):
        return self.changes
