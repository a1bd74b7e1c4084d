"""What is handed to the archive each round."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.runs.runs_world import BOOT, WALL_S, TellingEnds, frame, run
from traintray.core.archive.records import KnobRecord, Outcome
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)
from traintray.core.frame import Episode, RunView
from traintray.core.progress.progress import Progress
from traintray.core.proof.prover import Known, Prover
from traintray.core.runs.keeper import Keeper
from traintray.core.runs.ledger import Ledger
from traintray.core.runs.process_end import UNKNOWN_END, End


class Sink:
    def __init__(self) -> None:
        self.samples, self.runs, self.episodes = [], [], []
        self.flushed = 0

    def add(self, wall_s, values):
        self.samples.append((wall_s, dict(values)))

    def save_run(self, record):
        self.runs.append(record)
        return 1

    def save_episode(self, record):
        self.episodes.append(record)

    def flush_soon(self):
        self.flushed = len(self.runs)


class Kept:
    """A keeper over frames that a test makes."""

    def __init__(self, root: Path) -> None:
        self.sink, self.ends = Sink(), TellingEnds(root)
        self.keeper = Keeper(self.sink, BOOT, Ledger(BOOT, root, self.ends))

    def look(self, made, values=None) -> None:
        self.keeper.note(made, values or {})


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def episode(ended_at_s=None, number=1) -> Episode:
    severity = Severity.ATTENTION
    kind = "too_many_threads"
    return Episode(
        number, "100-5", "train.py", kind, kind, severity, 95.0, 110.0, ended_at_s
    )


def finding(threads: float, idle: float) -> Finding:
    above, below = Comparison.ABOVE, Comparison.BELOW
    return Finding(
        "too_many_threads",
        Severity.ATTENTION,
        (
            Evidence("demand_threads", threads, 24.0, above, Unit.THREADS, 64.0),
            Evidence("gpu_busy_fraction", idle, 0.6, below, Unit.FRACTION, 1.0),
        ),
    )


def held(at_s: float, threads: float = 41.0, idle: float = 0.4, number: int = 1):
    """A frame in which the episode stands."""
    one = episode(number=number)
    view = RunView(run(), finding(threads, idle), None, one)
    return replace(frame(at_s, run()), runs=(view,), episodes=(one,))


def test_series_are_kept_under_names_that_last_beyond_this_boot(kept):
    kept.look(frame(100.0, run()), {"cpu.busy": 0.5, "run.100-5.rss_bytes": 7.0})

    assert kept.sink.samples == [
        (WALL_S + 100.0, {"cpu.busy": 0.5, f"run/{BOOT}/100-5/rss_bytes": 7.0})
    ]


def test_the_figures_of_a_round_go_into_the_profile_of_their_run(kept):
    for at_s in (100.0, 101.0, 112.0):
        values = {"run.100-5.rss_bytes": at_s, "run.1-1.rss_bytes": 1e9, "cpu.busy": 1}
        kept.look(frame(at_s, run()), values)

    assert kept.sink.runs[-1].profile.keys() == {"rss_bytes"}
    assert kept.sink.runs[-1].profile["rss_bytes"].peak == 112.0


def test_a_round_without_values_keeps_the_pace_of_writing(kept):
    kept.look(frame(100.0))

    assert kept.sink.samples == [(WALL_S + 100.0, {})]


def test_an_episode_is_saved_when_it_opens_now_and_then_and_when_it_ends(kept):
    for second in range(65):
        kept.look(held(110.0 + second))
    kept.look(replace(frame(175.0, run()), episodes=(episode(174.0),)))
    kept.look(replace(frame(176.0, run()), episodes=(episode(174.0),)))

    opened, *later = kept.sink.episodes
    assert (opened.onset_at_s, opened.noticed_at_s) == (WALL_S + 95, WALL_S + 110)
    assert opened.ended_at_s is None
    assert len(later) == 3
    assert [r.ended_at_s for r in later] == [None, None, WALL_S + 174.0]
    assert {r.onset_at_s for r in later} == {opened.onset_at_s}


def test_an_episode_keeps_its_evidence_at_its_worst_on_either_side(kept):
    kept.look(held(110.0, threads=30.0, idle=0.5))
    kept.look(held(111.0, threads=90.0, idle=0.1))
    kept.look(held(112.0, threads=40.0, idle=0.3))
    kept.look(replace(frame(113.0, run()), episodes=(episode(113.0),)))

    assert kept.sink.episodes[-1].evidence == {
        "demand_threads": (90.0, 24.0, "threads"),
        "gpu_busy_fraction": (0.1, 0.6, "fraction"),
    }


def test_an_episode_that_is_forgotten_ends_when_it_was_seen_last(kept):
    kept.look(held(110.0))
    kept.look(held(111.0))
    kept.look(frame(200.0))

    assert kept.sink.episodes[-1].ended_at_s == WALL_S + 111.0


def test_an_onset_stays_though_the_clock_is_set(kept):
    kept.look(held(110.0))
    kept.look(replace(held(150.0), wall_s=WALL_S + 150.0 + 3600.0))

    assert len({record.onset_at_s for record in kept.sink.episodes}) == 1


def test_runs_of_before_are_taken_up_in_the_next_round(kept, tmp_path):
    before = Kept(tmp_path / "before")
    before.look(frame(100.0, run()))
    kept.keeper.go_on_with(before.sink.runs)
    kept.ends.told[100] = UNKNOWN_END

    kept.look(frame(500.0))

    assert [record.outcome for record in kept.sink.runs] == [Outcome.ENDED]


def test_what_lives_is_handed_over_at_the_end(kept):
    kept.look(frame(100.0, run()))
    kept.look(frame(104.0, run()))
    kept.keeper.close()

    assert kept.sink.runs[-1].last_seen_at_s == WALL_S + 104.0
    assert kept.sink.runs[-1].outcome is Outcome.RUNNING


def test_an_end_is_handed_over_once(kept):
    kept.look(frame(100.0, run()))
    kept.ends.told[100] = End(exit_status=0)
    for second in range(20):
        kept.look(frame(101.0 + second))
    kept.keeper.close()

    ends = [r for r in kept.sink.runs if r.outcome is Outcome.FINISHED]
    assert len(ends) == 1


def test_an_end_is_written_at_once_and_nothing_else_is(kept):
    for second in range(30):
        kept.look(frame(100.0 + second, run()))
    before = kept.sink.flushed
    kept.ends.told[100] = End(signal=9)
    kept.look(frame(130.0))

    assert (before, kept.sink.flushed) == (0, len(kept.sink.runs))


def test_what_is_measured_of_the_machine_is_kept_with_each_run(kept):
    of_machine = {"pressure.cpu.stalled_fraction": 0.5, "cpu.fixed_work_s": 0.0002}
    for second in range(12):
        values = {"run.100-5.rss_bytes": 1.0, **of_machine}
        kept.look(frame(100.0 + second, run()), values)

    assert kept.sink.runs[-1].profile["cpu_pressure_fraction"].mean == 0.5
    assert kept.sink.runs[-1].course.blocks == {
        "cpu_pressure_fraction": (0.5,),
        "fixed_work_s": (0.0002,),
    }


def progressing(at_s, per_s):
    seen_s = at_s // 5 * 5
    told = Progress(int(seen_s * per_s), per_s, None, None, None, "output",
                    marked_at_s=seen_s)  # fmt: skip
    return replace(run(thread_variables={"OMP_NUM_THREADS": "2"}), progress=told)


def test_what_came_of_a_change_is_saved_with_the_run_that_has_it(tmp_path):
    old = Kept(tmp_path)
    for second in range(100):
        old.look(frame(100.0 + second, progressing(second, 10.0)))
    before = replace(
        old.sink.runs[-1],
        identity="boot/1-1",
        started_at_s=WALL_S - 900.0,
        folder=None,
        variables={"OMP_NUM_THREADS": "16"},
        ended_at_s=WALL_S - 500.0,
    )
    change = KnobRecord(
        WALL_S - 400.0,
        "thread_cap",
        "apply",
        {"OMP_NUM_THREADS": "16"},
        {"OMP_NUM_THREADS": "2"},
    )

    def at_once(job):
        job()
        return lambda: True

    prover = Prover(lambda _names: Known((before,), (change,)), at_once)
    sink = Sink()
    ledger = Ledger(BOOT, tmp_path, TellingEnds(tmp_path))
    keeper = Keeper(sink, BOOT, ledger, prover)
    for second in range(120):
        keeper.note(frame(100.0 + second, progressing(second, 20.0)), {})
    keeper.close()

    (proof,) = prover.take()
    assert (proof.verdict, proof.after_run) == ("helped", f"{BOOT}/100-5")
    assert [record.proof for record in sink.runs][-2:] == [proof.record()] * 2
