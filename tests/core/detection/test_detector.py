"""Runs are recognised from outside, and nothing else is."""

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework, recognise_all
from traintray.core.detection.run import Role
from traintray.core.discovery import collect

FRAMEWORKS = collect(frameworks, "FRAMEWORK", Framework)


class Watched:
    """A detector and the world it looks at, with a clock."""

    def __init__(self, *processes, **options):
        self.world = FakeWorld(*processes)
        self.detector = Detector(self.world, FRAMEWORKS, **options)
        self.at_s = 0.0

    def ticks(self, count, step_s=1.0):
        runs = ()
        for _ in range(count):
            self.at_s += step_s
            runs = self.detector.update(self.world.table(self.at_s), self.at_s)
        return runs


def test_a_computing_process_with_a_framework_becomes_a_run():
    watched = Watched(FakeProcess(10))

    (run,) = watched.ticks(6)

    assert (run.root_pid, run.name, run.framework) == (10, "train.py", "pytorch")
    assert run.key == "10-100"
    assert run.has_openmp
    assert run.count(Role.MAIN) == 1
    assert run.demand_threads() == 2.0


def test_what_makes_a_run_is_time_not_the_number_of_samples():
    assert Watched(FakeProcess(10)).ticks(12, step_s=0.25) == ()
    assert len(Watched(FakeProcess(10)).ticks(4, step_s=2.0)) == 1


def test_a_main_process_that_computes_beside_its_ranks_is_main():
    spawn = ("python", "-c", "spawn_main", "--multiprocessing-fork")
    watched = Watched(
        FakeProcess(10, demand=2.0), FakeProcess(11, parent=10, command=spawn)
    )

    (run,) = watched.ticks(6)

    assert (run.count(Role.MAIN), run.count(Role.RANK)) == (1, 1)


def test_a_framework_merely_imported_is_no_run():
    watched = Watched(FakeProcess(10))
    watched.ticks(2)
    watched.world.change(10, demand=0.0, cores=0.0, busy_threads=0)

    assert watched.ticks(60) == ()


def test_a_run_that_rests_is_still_a_run():
    watched = Watched(FakeProcess(10))
    watched.ticks(10)
    watched.world.change(10, demand=0.0, cores=0.0, busy_threads=0)

    (run,) = watched.ticks(60)

    assert run.demand_threads() == 0.0


@pytest.mark.parametrize(
    "process",
    [
        FakeProcess(10, mapped=frozenset({"/usr/lib/libm.so"})),
        FakeProcess(10, is_python=False, name="game"),
    ],
    ids=["python without a framework", "not python"],
)
def test_other_programs_are_no_runs(process):
    assert Watched(process).ticks(60) == ()


def test_a_framework_imported_late_is_noticed():
    watched = Watched(FakeProcess(10, mapped=frozenset()))
    watched.ticks(5)
    watched.world.change(10, mapped=FakeProcess(10).mapped)

    assert len(watched.ticks(12)) == 1


def test_a_process_without_a_framework_is_asked_ever_more_rarely():
    watched = Watched(FakeProcess(10, mapped=frozenset()))

    watched.ticks(120)

    assert len(watched.world.facts_read) <= 8


def test_a_process_that_has_hardly_begun_is_not_asked_yet():
    watched = Watched(FakeProcess(10, cpu_s=0.9))
    watched.ticks(20)
    assert watched.world.facts_read == []

    watched.world.change(10, cpu_s=1.0)
    watched.ticks(1)

    assert watched.world.facts_read == [10]


def test_workers_and_main_are_one_run():
    watched = Watched(
        FakeProcess(10, demand=0.1, busy_threads=1),
        FakeProcess(11, parent=10, name="pt_data_worker", demand=1.0, busy_threads=1),
        FakeProcess(12, parent=10, name="pt_data_worker", demand=1.0, busy_threads=1),
    )

    (run,) = watched.ticks(6)

    assert (run.count(Role.MAIN), run.count(Role.WORKER)) == (1, 2)
    assert run.demand_threads(Role.WORKER) == 2.0
    assert run.demand_threads() == pytest.approx(2.1)


def test_spawned_ranks_under_an_idle_parent_are_ranks_and_it_is_the_launcher():
    spawn = ("python", "-c", "spawn_main", "--multiprocessing-fork")
    watched = Watched(
        FakeProcess(10, demand=0.0, cores=0.0, busy_threads=0),
        *(FakeProcess(pid, parent=10, command=spawn) for pid in (11, 12, 13, 14)),
    )

    (run,) = watched.ticks(6)

    assert run.count(Role.LAUNCHER) == 1
    assert run.count(Role.RANK) == 4


def test_a_new_worker_does_not_hide_the_demand_of_the_others():
    watched = Watched(FakeProcess(10))
    watched.ticks(6)
    watched.world.processes[11] = FakeProcess(11, parent=10, name="pt_data_worker")

    (run,) = watched.ticks(1)

    assert run.count(Role.WORKER) == 1
    assert run.demand_threads() == 2.0


def test_two_commands_are_two_runs():
    watched = Watched(FakeProcess(10), FakeProcess(20, started_ticks=200))

    assert {run.key for run in watched.ticks(6)} == {"10-100", "20-200"}


def test_a_script_started_from_a_notebook_is_a_run_of_its_own():
    kernel = ("python", "-m", "ipykernel_launcher", "-f", "kernel.json")
    idle = {"demand": 0.0, "cores": 0.0, "busy_threads": 0}
    watched = Watched(
        FakeProcess(10, command=kernel, **idle),
        FakeProcess(
            11, parent=10, name="bash", is_python=False, mapped=frozenset(), **idle
        ),
        FakeProcess(12, parent=11),
    )

    assert [run.root_pid for run in watched.ticks(6)] == [12]


def test_ranks_that_a_rank_started_with_the_same_script_are_one_run():
    watched = Watched(FakeProcess(10), FakeProcess(11, parent=10))

    assert [run.root_pid for run in watched.ticks(6)] == [10]


def test_what_a_launcher_starts_is_one_run_named_after_the_script():
    launch = ("python", "/usr/bin/torchrun", "--nproc-per-node=2", "fit.py")
    ranks = [
        FakeProcess(pid, parent=10, command=("python", "-u", "fit.py"))
        for pid in (11, 12)
    ]
    idle = {"demand": 0.0, "cores": 0.0, "busy_threads": 0}
    watched = Watched(
        FakeProcess(10, name="pt_elastic", command=launch, **idle), *ranks
    )

    (run,) = watched.ticks(6)

    assert (run.root_pid, run.name) == (10, "fit.py")
    assert (run.count(Role.LAUNCHER), run.count(Role.RANK)) == (1, 2)


def test_a_run_that_ends_is_gone_and_its_files_are_let_go():
    watched = Watched(FakeProcess(10))
    watched.ticks(6)
    del watched.world.processes[10]

    assert watched.ticks(1) == ()
    assert 10 in watched.world.forgotten


def test_after_a_gap_demand_is_unknown_until_the_second_look():
    watched = Watched(FakeProcess(10))
    watched.ticks(10)
    watched.detector.reset()

    (first,) = watched.ticks(1)
    (second,) = watched.ticks(1)

    assert first.demand_threads() is None
    assert second.demand_threads() == 2.0


def test_a_pid_given_to_another_program_is_not_the_run_it_was():
    watched = Watched(FakeProcess(10))
    watched.ticks(6)
    del watched.world.processes[10]
    watched.ticks(1)
    watched.world.processes[10] = FakeProcess(
        10, started_ticks=999, mapped=frozenset(), command=("python", "web.py")
    )

    assert watched.ticks(20) == ()


def test_a_forced_process_is_a_run_whatever_it_has_mapped():
    watched = Watched(FakeProcess(10, mapped=frozenset()))
    watched.detector.force(10)

    (run,) = watched.ticks(3)

    assert run.framework == "unknown"


def test_the_start_is_told_on_the_monotonic_clock():
    watched = Watched(FakeProcess(10, started_ticks=5000), boot_offset_s=lambda: 20.0)

    (run,) = watched.ticks(6)

    assert run.started_at_s == 5000 / 100 - 20.0


def test_deep_learning_outranks_the_library_imported_beside_it():
    mapped = {"/x/sklearn/_loss.so", "/x/libxgboost.so", "/x/libtorch_cpu.so"}

    framework = next(iter(recognise_all(mapped, FRAMEWORKS)), None)

    assert framework is not None
    assert framework.name == "pytorch"


def test_a_chosen_rank_does_not_leave_its_run():
    watched = Watched(FakeProcess(10), FakeProcess(11, parent=10))
    watched.detector.force(11)

    assert [run.root_pid for run in watched.ticks(6)] == [10]
