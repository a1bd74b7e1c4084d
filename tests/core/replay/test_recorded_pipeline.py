"""What was shown live is shown again, to the last digit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.fake_world import FakeProcess
from core.replay.recorded import comparable, played
from core.test_pipeline import IDLE_GPU
from traintray.core.detection.code_lines import CodeLine
from traintray.core.diagnosis.verdict import Finding
from traintray.core.progress.progress import Absent, Progress
from traintray.core.readings import CgroupReading, GpusReading, UsableCpus
from traintray.core.sentence import Sentence


def over(pid=10, **changes):
    return FakeProcess(pid, demand=8.0, busy_threads=8, **changes)


def same_as_live(recorded):
    replay = recorded.replay()
    frames = played(replay)
    assert comparable(frames) == comparable(recorded.frames)
    assert replay.differences == []
    return frames


@pytest.mark.parametrize("name", ["t.trace", "t.trace.gz"])
def test_a_finding_comes_in_the_second_in_which_it_came_live(record, name):
    recorded = record(over(), name=name).ticks(30)

    frames = same_as_live(recorded)

    verdicts = [frame.runs[0].verdict for frame in frames if frame.runs]
    assert isinstance(verdicts[-1], Finding)
    assert verdicts[-1].kind == "too_many_threads"
    assert not isinstance(verdicts[3], Finding)


def test_processes_that_come_change_and_go_are_followed(record):
    recorded = record(over(), FakeProcess(5, name="cc1", demand=0.0))
    world = recorded.world
    recorded.ticks(8)
    world.processes[11] = FakeProcess(11, parent=10, name="pt_data_worker")
    recorded.ticks(5)
    world.change(10, demand=0.4, busy_threads=1, rss_bytes=5_000_000)
    del world.processes[5]
    recorded.ticks(25)
    del world.processes[10], world.processes[11]
    recorded.ticks(3)

    frames = same_as_live(recorded)

    assert [len(frame.runs[0].run.members) for frame in (frames[6], frames[12])] == [
        1,
        2,
    ]
    assert frames[-1].runs == ()


def test_a_number_that_is_given_to_another_process_is_not_mixed_up(record):
    recorded = record(over()).ticks(8)
    del recorded.world.processes[10]
    recorded.ticks(1)
    recorded.world.processes[10] = over(command=("python", "other.py"), started_ticks=9)
    recorded.ticks(10)

    frames = same_as_live(recorded)

    assert frames[7].runs[0].run.name == "train.py"
    assert frames[-1].runs[0].run.name == "other.py"


def test_what_was_refused_is_refused_again_for_the_same_reason(record):
    recorded = record(over(readable=False), over(11)).ticks(3)
    recorded.gpus.says = PermissionError(13, "Permission denied", "/dev/nvidia0")
    recorded.load.says = FileNotFoundError("there is no such file")
    recorded.ticks(3)
    recorded.gpus.says = GpusReading((IDLE_GPU,))
    recorded.processes.says = OSError(5, "Input/output error")
    recorded.ticks(2)
    recorded.processes.says = None
    recorded.ticks(20)

    frames = same_as_live(recorded)

    assert frames[4].gaps == recorded.frames[4].gaps
    assert frames[4].gaps["gpus"].detail == "/dev/nvidia0: Permission denied"
    assert "processes" in frames[7].gaps
    assert frames[-1].unreadable == recorded.frames[-1].unreadable != ()


def test_a_suspend_and_missed_rounds_are_replayed(record):
    recorded = record(over()).ticks(22)
    recorded.clock.suspend(100.0)
    recorded.ticks(3)
    at_s = recorded.clock.monotonic_s() + 5
    recorded.clock.advance(5)
    recorded.frames.append(recorded.pipeline.tick(at_s, 7.0, missed_ticks=4))
    recorded.ticks(22)

    frames = same_as_live(recorded)

    assert [frame.missed_ticks for frame in frames].count(4) == 1
    assert frames[22].runs == ()


def test_questions_asked_twice_in_a_second_get_their_answers_in_order(record):
    recorded = record(over()).ticks(3)
    groups = [CgroupReading(n, 0, None) for n in (7, 8, 8)]
    for group in groups:
        recorded.world.groups[10] = group
        recorded.origin.world.cgroup(10)
    recorded.ticks(2)

    replay = recorded.replay()
    for _ in range(4):
        replay.trace.advance()
    world = replay.trace.origin.world

    assert [world.cgroup(10) for _ in groups] == groups
    replay.trace.advance()
    assert world.cgroup(10) == groups[-1]


def test_answers_that_change_in_each_second_are_followed(record):
    class Moody:
        """Another mask and another quota at each question."""

        def __init__(self, world):
            self._world = world
            self._count = 0

        def __getattr__(self, name):
            return getattr(self._world, name)

        def usable_cpus(self, pid, mask_of=None):
            self._world._get(pid)
            self._count += 1
            return UsableCpus(self._count / 8, (0, 1), 2, None)

        def code_lines(self, facts):
            return (CodeLine("/home/a/train.py", 3, "torch.set_num_threads(16)"),)

    recorded = record(world=Moody(record(over()).world)).ticks(30)

    frames = same_as_live(recorded)

    assert len({frame.runs[0].run.usable_cpus for frame in frames if frame.runs}) > 1
    assert frames[-1].runs[0].run.code_lines[0].line_number == 3


def test_the_recorder_is_left_out_of_what_uses_the_cpu_also_in_the_replay(record):
    recorder = FakeProcess(1, parent=0, name="traintray", mapped=frozenset())
    busy = FakeProcess(7, name="ffmpeg", is_python=False, mapped=frozenset(), parent=3)
    recorded = record(recorder, busy).ticks(12)

    frames = same_as_live(recorded)

    assert [one.name for one in frames[-1].others] == ["ffmpeg"]


def test_seconds_with_another_verdict_than_live_are_named(record):
    recorded = record(over()).ticks(30)
    replay = recorded.replay(sustained_s=25.0)

    played(replay)

    first = replay.differences[0]
    assert first.live == ("finding", "too_many_threads")
    assert first.replayed != first.live
    assert first.at_s == next(
        frame.at_s - recorded.frames[0].at_s
        for frame in recorded.frames
        if frame.runs and isinstance(frame.runs[0].verdict, Finding)
    )


def test_a_question_that_nobody_asked_finds_the_process_gone(record):
    recorded = record(over()).ticks(6)
    replay = recorded.replay()
    replay.step()
    world = replay.trace.origin.world

    with pytest.raises(ProcessLookupError):
        world.cgroup(4711)
    assert world.proportional_bytes(4711) is None
    facts = recorded.world.facts(10)
    assert world.script_serves(replace(facts, command=("other",))) is False


def test_a_process_that_ended_answers_nothing_any_more(record):
    recorded = record(over(), FakeProcess(5)).ticks(6)
    del recorded.world.processes[10]
    recorded.ticks(1)
    replay = recorded.replay()
    world = replay.trace.origin.world
    for _ in range(6):
        replay.step()
    assert world.facts(10).command == ("python", "train.py")

    replay.step()

    with pytest.raises(ProcessLookupError):
        world.facts(10)


class FakeProgress:
    """A run that counts its steps, once it was looked at."""

    def __init__(self):
        self._looks = 0

    def update(self, runs, at_s):
        self._looks += 1
        found = Progress(self._looks, 0.5, None, None, None, "csv", where="log.csv")
        absent = Absent(Sentence("Progress", "It writes {file}.").filled(file="a.csv"))
        return tuple(
            replace(run, progress=found if self._looks > 10 else absent) for run in runs
        )


def test_how_fast_a_run_goes_is_replayed(record):
    recorded = record(over(), progress=FakeProgress()).ticks(30)

    frames = same_as_live(recorded)

    assert frames[-1].runs[0].run.progress.step == 30
    assert frames[7].runs[0].run.progress.reason.template == "It writes {file}."


def test_a_sensor_that_only_a_newer_version_has_is_passed_over(record):
    recorded = record(over()).ticks(24)
    recorded.sensors.remove(recorded.load)

    frames = played(recorded.replay())

    assert [frame.load for frame in frames] == [None] * 24
    assert frames[-1].runs[0].verdict == recorded.frames[-1].runs[0].verdict
