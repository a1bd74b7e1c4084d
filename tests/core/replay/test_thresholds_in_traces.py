"""A replay judges by the thresholds that were in force where it was recorded."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

import pytest

from core.detection.fake_world import FakeProcess
from core.replay.recorded import played
from fakes import FakeClock
from traintray.core.assembly import Wishes, build_recorded, build_replay
from traintray.core.diagnosis.tuning import Tuning
from traintray.core.diagnosis.verdict import Finding
from traintray.core.replay.errors import NoTraceError


def crowd():
    """Three threads that are ready on two CPUs: 1.5 for each."""
    return FakeProcess(10, demand=3.0, busy_threads=3)


@pytest.fixture
def replay_of():
    """Opens recordings for a replay, and closes them at the end."""
    made = []

    def open_(recorded):
        made.append(build_replay(recorded.path))
        return made[-1]

    yield open_
    for one in made:
        one.trace.close()


def told(frames):
    """Whether too many threads is what was told at the end."""
    verdict = frames[-1].runs[0].verdict
    return isinstance(verdict, Finding) and verdict.kind == "too_many_threads"


def first_line(path):
    return json.loads(path.read_text().splitlines()[0])


def rewrite(path, **changes):
    """Put other fields into the first line; None takes one away."""
    first, *rest = path.read_text().splitlines()
    header = {**json.loads(first), **changes}
    header = {name: value for name, value in header.items() if value is not None}
    path.write_text("\n".join([json.dumps(header), *rest, ""]))


@pytest.mark.parametrize(("ratio", "is_told"), [(1.4, True), (2.0, False)])
def test_a_threshold_that_was_moved_gives_the_verdict_that_was_told_live(
    record, replay_of, ratio, is_told
):
    recorded = record(crowd(), tuning=Tuning(ready_threads_per_cpu=ratio)).ticks(30)
    assert told(recorded.frames) is is_told, "live"

    replay = replay_of(recorded)

    assert told(played(replay)) is is_told
    assert replay.differences == []


def test_how_long_a_condition_holds_is_kept_too(record, replay_of):
    recorded = record(crowd(), tuning=Tuning(sustained_s=40.0)).ticks(30)
    assert not told(recorded.frames)

    assert not told(played(replay_of(recorded)))


def test_a_trace_of_before_has_the_usual_thresholds_and_its_own_time(record, replay_of):
    recorded = record(crowd()).ticks(30)
    assert "thresholds" not in first_line(recorded.path)
    rewrite(recorded.path, sustained_s=40.0)

    replay = replay_of(recorded)

    policy = replay.pipeline._parts.engine.policy
    assert policy.sustained_s == 40.0
    assert policy.over_demand_ratio == Tuning().ready_threads_per_cpu


def test_a_threshold_of_a_newer_version_is_passed_over(record, replay_of):
    recorded = record(crowd(), tuning=Tuning(ready_threads_per_cpu=2.0)).ticks(30)
    known = first_line(recorded.path)["thresholds"]
    rewrite(recorded.path, thresholds={**known, "of_a_newer_version": 7.5})

    assert not told(played(replay_of(recorded)))


@pytest.mark.parametrize("value", [0, -1.0, "inf", "nan", "high", None, True])
def test_a_threshold_that_can_be_none_is_a_damaged_first_line(record, replay_of, value):
    recorded = record(crowd(), tuning=Tuning()).ticks(2)
    rewrite(recorded.path, thresholds={"sustained_s": value})

    with pytest.raises(NoTraceError):
        replay_of(recorded)


@pytest.mark.parametrize("value", [1e-300, 4.9, 601.0, 1e300])
@pytest.mark.parametrize("where", ["thresholds", "header", "both"])
def test_a_time_no_setting_could_have_had_is_refused_with_what_is_possible(
    record, replay_of, value, where
):
    recorded = record(crowd(), tuning=Tuning()).ticks(2)
    known = first_line(recorded.path)["thresholds"]
    if where != "header":
        rewrite(recorded.path, thresholds={**known, "sustained_s": value})
    if where != "thresholds":
        rewrite(recorded.path, sustained_s=value)

    with pytest.raises(NoTraceError) as raised:
        replay_of(recorded)
    assert f"sustained_s is {value:g}; it can be from 5 to 600" in str(raised.value)


def test_a_recording_of_this_machine_has_every_threshold_also_usual_ones(tmp_path):
    lines = []

    class Kept:
        def write(self, value):
            lines.append(value)

    tuning = Tuning(foreign_share=0.4)
    build_recorded(Wishes(tuning=tuning, clock=FakeClock()), Kept(), lambda v: v)

    kept = lines[0]["thresholds"]
    assert kept == asdict(tuning)
    assert set(kept) == {field.name for field in fields(Tuning)}
