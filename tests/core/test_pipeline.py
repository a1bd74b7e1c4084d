"""One round, from sensors that are plain values to a frame."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from fakes import HOSTS, FakeClock
from traintray.core.advice.book import Book
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.rules import too_many_threads
from traintray.core.diagnosis.verdict import Clear, Finding, Severity, Unknown
from traintray.core.discovery import collect
from traintray.core.frame import Machine, State
from traintray.core.history.store import Store
from traintray.core.knobs.catalog.thread_cap import KNOB
from traintray.core.parts import Parts
from traintray.core.pipeline import Pipeline
from traintray.core.readings import (
    CpuReading,
    CpuShares,
    Gap,
    GapReason,
    GpuReading,
    GpusReading,
)
from traintray.core.sampling.sampler import Sampler
from traintray.core.sensors.cpu_clocks import CpuClocksSensor

MACHINE = Machine(2, 2, 2**34, 0, (), gpu_expected=False)
FULL = CpuShares(0.9, 0.1, 0.0, 0.0)
IDLE_GPU = GpuReading(
    uuid="GPU-1",
    name="NVIDIA RTX Fake",
    bus_id="00000000:01:00.0",
    busy_fraction=0.0,
    memory_used_bytes=0,
    memory_total_bytes=24 * 2**30,
    temperature_celsius=40.0,
    power_watts=30.0,
    power_limit_watts=450.0,
    compute_processes={},
    graphics_processes={},
    slowed_by=(),
)


class Constant:
    """A sensor that always says the same, or fails."""

    def __init__(self, key, reading):
        self.key = key
        self.reading = reading

    def read(self, at_s):
        if isinstance(self.reading, Exception):
            raise self.reading
        return self.reading

    def series(self, reading):
        return {f"{self.key}.busy_fraction": 1.0} if self.key == "cpu" else {}

    def reset(self):
        pass


class FakeProcesses(Constant):
    """The process table of a fake world."""

    def __init__(self, world):
        super().__init__("processes", None)
        self.world = world
        self.hot = frozenset()

    def read(self, at_s):
        return self.world.table(at_s)

    def keep_hot(self, pids):
        self.hot = frozenset(pids)


class Watched:
    """A pipeline over a fake world, ticked second by second."""

    def __init__(
        self, *processes, machine=MACHINE, gpus=None, knobs=(KNOB,), found=None
    ):
        self.world = FakeWorld(*processes)
        self.clock = FakeClock()
        self.cpu = Constant("cpu", CpuReading(FULL, (FULL, FULL)))
        self.gpus = Constant("gpus", GpusReading(()) if gpus is None else gpus)
        self.processes = FakeProcesses(self.world)
        sensors = [self.cpu, self.gpus, self.processes]
        store = Store(300)
        self.pipeline = Pipeline(
            Parts(
                sampler=Sampler(sensors, self.clock),
                processes=self.processes,
                detector=Detector(
                    self.world, collect(frameworks, "FRAMEWORK", Framework)
                ),
                engine=Engine(found or collect(rules, "RULE", Rule), store, Policy()),
                book=Book(),
                store=store,
                knobs=knobs,
                machine=machine,
            )
        )
        self.at_s = 100.0
        self.noted = []

    def hear(self):
        """Take down what is handed to the one who remembers."""
        parts = replace(
            self.pipeline._parts, note=lambda *told: self.noted.append(told)
        )
        self.pipeline._parts = parts

    def ticks(self, count):
        frame = None
        for _ in range(count):
            self.at_s += 1
            frame = self.pipeline.tick(self.at_s, 1_000_000 + self.at_s)
        return frame


def over(pid=10, **changes):
    return FakeProcess(pid, demand=8.0, busy_threads=8, **changes)


def test_without_training_the_machine_is_idle():
    frame = Watched().ticks(3)

    assert (frame.state, frame.runs, frame.episodes) == (State.IDLE, (), ())


def test_the_clocks_of_the_cpus_that_a_run_may_use_are_asked_for():
    watched = Watched(FakeProcess(10))
    clocks = CpuClocksSensor(HOSTS / "server-2socket")
    parts = watched.pipeline._parts
    watched.pipeline._parts = replace(
        parts,
        clocks=clocks,
        sampler=Sampler([watched.cpu, watched.processes, clocks], watched.clock),
    )

    run = watched.ticks(8).runs[0].run

    assert clocks._groups == (run.usable_cpus.logical_cpus,)
    clock = watched.pipeline.store.last(f"run.{run.key}.frequency_fraction")
    assert clock == pytest.approx((2.1 + 3.6) / 2 / 4.2)


def test_a_run_that_was_not_watched_long_enough_is_ok_and_unknown():
    frame = Watched(FakeProcess(10)).ticks(8)

    assert frame.state is State.OK
    assert isinstance(frame.runs[0].verdict, Unknown)
    assert frame.runs[0].advice is None


def test_too_many_threads_become_a_finding_with_advice_and_an_episode():
    frame = Watched(over()).ticks(24)

    (view,) = frame.runs
    assert frame.state is State.ATTENTION
    assert isinstance(view.verdict, Finding)
    assert view.advice.kind == view.episode.kind == "too_many_threads"
    assert view.advice.headline == "Too many threads for 2 CPUs"
    assert frame.episodes == (view.episode,)
    assert view.episode.onset_at_s < view.episode.noticed_at_s
    assert view.episode.ended_at_s is None


def test_the_popover_tells_for_how_long_the_condition_of_the_episode_has_held():
    watched = Watched(over())
    view = watched.ticks(24).runs[0]
    held_s = round(watched.at_s - view.episode.onset_at_s)

    assert f"For {held_s}\u00a0s, 8 threads" in view.advice.popover_text
    later = watched.ticks(200 - held_s).runs[0]
    assert later.episode.onset_at_s == view.episode.onset_at_s
    assert "For 3\u00a0min, 8 threads" in later.advice.popover_text


def test_what_is_only_worth_knowing_is_shown_but_is_no_trouble():
    quiet = replace(
        too_many_threads.RULE,
        explain=lambda scene: replace(
            too_many_threads.explain(scene), severity=Severity.NOTE
        ),
    )
    frame = Watched(over(), found=[quiet]).ticks(24)

    (view,) = frame.runs
    assert view.advice.kind == "too_many_threads"
    assert (frame.state, view.episode, frame.episodes) == (State.OK, None, ())


def test_who_remembers_gets_each_number_and_how_long_the_computer_was_awake():
    watched = Watched(over())
    watched.hear()

    frame = watched.ticks(8)

    noted, values = watched.noted[-1]
    assert noted is frame
    assert values["cpu.busy_fraction"] == 1.0
    assert values["clock.uptime_s"] == 108.0


def test_who_remembers_gets_no_number_of_a_pause():
    watched = Watched(over())
    watched.hear()
    watched.pipeline.pause(True)

    watched.ticks(1)

    assert watched.noted[-1][1] == {}


def test_the_episode_stays_the_same_while_it_lasts():
    watched = Watched(over())
    first = watched.ticks(24).runs[0].episode

    assert watched.ticks(30).runs[0].episode == first


def test_the_episode_ends_when_the_condition_does():
    watched = Watched(over())
    watched.ticks(24)
    watched.world.change(10, demand=0.4, busy_threads=1)

    frame = watched.ticks(25)

    assert isinstance(frame.runs[0].verdict, Clear)
    assert frame.runs[0].episode is None
    assert frame.episodes[0].ended_at_s is not None


def test_the_episode_ends_when_the_run_does():
    watched = Watched(over())
    watched.ticks(24)
    del watched.world.processes[10]

    frame = watched.ticks(1)

    assert frame.runs == ()
    assert frame.episodes[0].ended_at_s == watched.at_s
    assert frame.state is State.IDLE


def test_a_second_episode_of_the_same_run_has_its_own_number():
    watched = Watched(over())
    watched.ticks(24)
    watched.world.change(10, demand=0.4, busy_threads=1)
    watched.ticks(25)
    watched.world.change(10, demand=8.0, busy_threads=8)

    frame = watched.ticks(25)

    assert [episode.number for episode in frame.episodes] == [1, 2]


def test_several_runs_come_busiest_first():
    frame = Watched(FakeProcess(10, demand=1.0), over(20)).ticks(10)

    assert [view.run.root_pid for view in frame.runs] == [20, 10]


LOST_GPU = replace(
    IDLE_GPU,
    busy_fraction=None,
    memory_used_bytes=None,
    temperature_celsius=None,
    compute_processes=None,
    gaps={"busy_fraction": Gap(GapReason.DEVICE_LOST)},
)


def test_a_gpu_that_is_lost_is_critical_and_named_with_its_run():
    used = replace(IDLE_GPU, compute_processes={10: 2**30})
    watched = Watched(over(), gpus=GpusReading((used,)))
    watched.ticks(10)
    watched.gpus.reading = GpusReading((LOST_GPU,))
    assert watched.ticks(10).lost_gpus == ()

    frame = watched.ticks(10)
    (lost,) = frame.lost_gpus
    assert (frame.state, lost.uuid) == (State.CRITICAL, "GPU-1")
    assert lost.since_s == 1_000_000 + watched.at_s - 19
    assert lost.run_names == (frame.runs[0].run.name,)

    watched.pipeline.pause(True)
    paused = watched.ticks(3)
    assert (paused.state, paused.lost_gpus) == (State.PAUSED, (lost,))

    watched.pipeline.pause(False)
    watched.gpus.reading = GpusReading((used,))
    assert watched.ticks(1).lost_gpus == ()


def test_after_a_suspend_a_gpu_has_time_to_come_back():
    watched = Watched(gpus=GpusReading((IDLE_GPU,)))
    watched.ticks(3)
    watched.clock.suspend(3600)
    watched.gpus.reading = GpusReading((LOST_GPU,))
    assert watched.ticks(30).lost_gpus == ()

    watched.gpus.reading = GpusReading((IDLE_GPU,))
    assert watched.ticks(60).lost_gpus == ()


def test_a_machine_whose_cpu_cannot_be_read_has_no_data_even_then():
    watched = Watched(gpus=GpusReading((IDLE_GPU,)))
    watched.ticks(3)
    watched.gpus.reading = GpusReading((LOST_GPU,))
    watched.cpu.reading = OSError("gone")

    assert watched.ticks(30).state is State.NO_DATA


def test_while_paused_nothing_is_sampled_and_it_says_so():
    watched = Watched(over())
    watched.ticks(24)
    watched.pipeline.pause(True)

    frame = watched.ticks(5)

    assert frame.state is State.PAUSED
    assert frame.cpu is None
    times, _ = watched.pipeline.store.copy("cpu.busy_fraction", 0.0)
    assert times[-1] == watched.at_s - 5


def test_after_a_pause_nothing_has_been_sustained():
    watched = Watched(over())
    watched.ticks(18)
    watched.pipeline.pause(True)
    watched.ticks(2)
    watched.pipeline.pause(False)

    assert isinstance(watched.ticks(4).runs[0].verdict, Unknown)


def test_a_suspend_drops_the_round_and_what_had_accumulated():
    watched = Watched(over())
    watched.ticks(18)
    watched.clock.suspend(3600)

    dropped = watched.ticks(1)
    after = watched.ticks(4)

    assert dropped.cpu is None
    assert dropped.state is State.NO_DATA
    assert isinstance(after.runs[0].verdict, Unknown)


def test_a_finding_that_stands_outlives_a_suspend():
    watched = Watched(over())
    watched.ticks(24)
    watched.clock.suspend(3600)
    watched.ticks(1)

    # Right after it there is no rate yet to explain anything with.
    verdicts = [watched.ticks(1).runs[0].verdict for _ in range(20)]

    assert {verdict.kind for verdict in verdicts} == {"too_many_threads"}


def test_a_sensor_that_fails_is_a_gap_and_the_rest_goes_on():
    watched = Watched(over())
    watched.cpu.reading = PermissionError(13, "no", "/proc/stat")

    frame = watched.ticks(24)

    assert frame.cpu is None
    assert "cpu" in frame.gaps
    assert frame.runs[0].verdict.kind == "too_many_threads"


def test_members_of_runs_are_kept_hot():
    watched = Watched(over(), FakeProcess(99, is_python=False))
    watched.ticks(3)

    assert watched.processes.hot == {10}


@pytest.mark.parametrize(
    ("machine", "gpus"),
    [
        pytest.param(replace(MACHINE, gpu_expected=True), None, id="on the bus"),
        pytest.param(MACHINE, FileNotFoundError("nvml"), id="not readable"),
    ],
)
def test_whether_a_gpu_could_help_is_unknown_where_one_may_be(machine, gpus):
    frame = Watched(FakeProcess(10), machine=machine, gpus=gpus).ticks(24)

    verdict = frame.runs[0].verdict
    assert isinstance(verdict, Unknown)
    assert "run.gpus" in verdict.missing


def test_what_a_run_does_with_the_gpus_is_among_its_series():
    used = replace(IDLE_GPU, busy_fraction=0.6, compute_processes={10: 2**31})
    watched = Watched(FakeProcess(10), gpus=GpusReading((used, IDLE_GPU)))
    watched.ticks(12)

    def latest(name):
        return watched.pipeline.store.last(f"run.10-100.{name}")

    assert (latest("gpus"), latest("gpus_used"), latest("free_gpus")) == (2, 1, 1)
    assert (latest("gpu_busy_fraction"), latest("gpu_memory_bytes")) == (0.6, 2**31)


def test_the_series_of_a_run_that_ended_are_forgotten():
    watched = Watched(over())
    watched.ticks(10)
    key = "run.10-100.demand_threads"
    assert watched.pipeline.store.last(key) == 8.0
    del watched.world.processes[10]
    watched.ticks(1)

    assert watched.pipeline.store.values(key, 0.0) == []


def test_the_knob_that_the_rule_names_first_is_taken_whatever_the_catalogue_order():
    def never(run, concurrent_runs, raises):
        raise AssertionError("the rule did not ask for this knob")

    other = replace(KNOB, name="another_knob", recommend=never)

    (view,) = Watched(over(), knobs=(other, KNOB)).ticks(24).runs

    assert view.advice.kind == "too_many_threads"


def test_programs_outside_all_runs_are_named_in_the_frame():
    video = FakeProcess(20, name="ffmpeg", is_python=False, cores=1.0)

    frame = Watched(FakeProcess(10, cores=1.0), video).ticks(10)

    assert [one.name for one in frame.others] == ["ffmpeg"]
    assert len(frame.runs) == 1


def test_busy_processes_that_may_not_be_looked_into_are_told_in_the_frame():
    frame = Watched(FakeProcess(10, readable=False, uid=7)).ticks(10)

    assert frame.runs == ()
    assert [(one.pid, one.owner_uid) for one in frame.unreadable] == [(10, 7)]


def test_a_process_that_the_user_picks_is_judged_as_a_run():
    watched = Watched(over(mapped=frozenset(), started_ticks=100))
    assert watched.ticks(8).runs == ()

    watched.pipeline.orders.pick(10, 100)

    (view,) = watched.ticks(30).runs
    assert view.run.key == "10-100"
    assert view.advice.kind == "too_many_threads"


def test_a_gpu_that_the_user_says_is_not_there_is_not_expected():
    watched = Watched(machine=replace(MACHINE, gpu_expected=True))
    assert watched.ticks(1).machine.gpu_expected

    watched.pipeline.orders.expects_gpu = False

    assert not watched.ticks(1).machine.gpu_expected
