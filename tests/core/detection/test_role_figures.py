"""What main process, workers and compilers do, in numbers."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.run import ProcessRates, Role
from traintray.core.readings import Gap, GapReason

DENIED = Gap(GapReason.NO_PERMISSION)


def numbers(*members, **changes):
    a_run = run(*members, **changes)
    return figures(a_run, Surroundings(None, [a_run]))


def with_threads(one, **changes):
    return replace(one, threads=replace(one.threads, **changes))


def with_rates(one, user, system):
    return replace(one, rates=ProcessRates(user, system, 0.0, 0.0, 0.0))


def test_what_got_a_cpu_is_split_by_role():
    found = numbers(
        member(1, Role.MAIN, 2.0, running=1.5),
        member(2, Role.WORKER, 1.0, running=0.25),
        member(3, Role.SUPPORT, 1.0, running=1.0),
    )

    assert found["main_running_cores"] == 1.5
    assert found["worker_running_cores"] == 0.25
    assert found["waiting_threads"] == pytest.approx(1.25)


def test_nobody_waits_less_than_not_at_all():
    assert numbers(member(1, Role.MAIN, 1.0, running=1.01))["waiting_threads"] == 0.0


def test_one_that_may_not_be_read_makes_the_sums_unknown():
    hidden = with_threads(member(2, Role.WORKER, None, gap=DENIED), running_cores=None)
    found = numbers(member(1, Role.MAIN, 1.0), hidden)

    assert found["worker_running_cores"] is None
    assert found["waiting_threads"] is None
    assert found["main_running_cores"] == 1.0


def test_without_workers_what_they_run_is_a_measured_zero():
    found = numbers(member(1, Role.MAIN, 1.0))

    assert (found["worker_running_cores"], found["busy_workers"]) == (0.0, 0.0)
    assert found["worker_system_fraction"] == 0.0


def test_a_worker_is_busy_from_a_third_of_a_cpu_on():
    workers = [member(2 + n, Role.WORKER, d) for n, d in enumerate((0.29, 0.3, 1.0))]
    found = numbers(member(1, Role.MAIN, 1.0), *workers)

    assert (found["busy_workers"], found["workers"]) == (2.0, 3.0)


def test_the_share_of_the_kernel_is_of_the_time_that_was_used():
    found = numbers(
        with_rates(member(1, Role.MAIN, 1.0), 0.9, 0.1),
        with_rates(member(2, Role.WORKER, 1.0), 0.5, 0.5),
    )

    assert found["main_system_fraction"] == pytest.approx(0.1)
    assert found["worker_system_fraction"] == pytest.approx(0.5)
    assert found["system_fraction"] == pytest.approx(0.3)


def test_of_hardly_any_time_there_is_no_share():
    found = numbers(with_rates(member(1, Role.MAIN, 0.0), 0.0, 0.01))

    assert found["system_fraction"] == 0.0


def test_before_the_second_look_the_share_is_unknown():
    assert numbers(member(1, Role.MAIN, 1.0))["system_fraction"] is None


def test_an_estimate_is_marked_whoever_was_estimated():
    worker = with_threads(member(2, Role.WORKER, 1.0), is_estimated=True)

    assert numbers(member(1, Role.MAIN, 1.0))["demand_is_estimated"] == 0.0
    assert numbers(member(1, Role.MAIN, 1.0), worker)["demand_is_estimated"] == 1.0


def test_compilers_are_counted_apart_from_the_training():
    found = numbers(member(1, Role.MAIN, 0.5), member(2, Role.COMPILER, 3.0))

    assert found["compiler_demand_threads"] == 3.0
    assert found["demand_threads"] == 0.5


def test_threads_that_compile_inside_the_main_process_count_as_compiling():
    main = with_threads(
        member(1, Role.MAIN, 3.0),
        demand_by_name={"python": 1.0, "llvm-worker-0": 1.0, "tf_xla-cpu-code": 1.0},
    )

    assert numbers(main)["compiler_demand_threads"] == 2.0


def test_a_compiler_that_was_seen_once_counts_by_its_cpu_time_but_for_one_cpu():
    young = member(2, Role.COMPILER, None, gap=Gap(GapReason.FIRST))
    youngest = replace(young, pid=3, cpu_s=0.25)
    idle = member(4, Role.COMPILER, 0.0)

    found = numbers(member(1, Role.MAIN, 1.0), young, youngest, idle)

    assert found["compiler_demand_threads"] == 1.25


def test_compilers_that_came_and_went_count_while_others_are_there():
    rates = ProcessRates(children_cores=0.5)
    main = replace(member(1, Role.MAIN, 0.1), rates=rates)
    driver = replace(member(2, Role.COMPILER, 0.0), rates=rates)

    assert numbers(main, driver)["compiler_demand_threads"] == 1.0
    assert numbers(main)["compiler_demand_threads"] == 0.0


def test_cpu_use_of_a_run_has_what_came_and_went_in_it():
    rates = ProcessRates(children_cores=0.1, newest_children_cores=0.5)
    main = replace(member(1, Role.MAIN, 0.1), rates=rates)

    assert numbers(main, member(2, Role.WORKER, 1.0))["cpu_cores"] == 2.5


def test_the_first_thread_of_the_busiest_process_is_told_from_its_others():
    busy = with_threads(member(1, Role.RANK, 4.0, running=3.0), main_thread_cores=1.0)
    idle = with_threads(member(2, Role.RANK, 0.1, running=0.1), main_thread_cores=0.1)
    worker = with_threads(
        member(3, Role.WORKER, 9.0, running=9.0), main_thread_cores=9.0
    )

    found = numbers(idle, busy, worker)

    assert (found["main_thread_cores"], found["other_thread_cores"]) == (1.0, 2.0)


def test_what_a_first_thread_ran_may_be_unknown():
    found = numbers(member(1, Role.MAIN, 4.0))

    assert (found["main_thread_cores"], found["other_thread_cores"]) == (None, None)


def test_members_that_wait_for_a_disk_are_counted_tools_left_out():
    found = numbers(
        replace(member(1, Role.MAIN, 0.1), state="D"),
        replace(member(2, Role.WORKER, 0.1), state="D"),
        replace(member(3, Role.WORKER, 0.1), state="S"),
        replace(member(4, Role.SUPPORT, 0.1), state="D"),
    )

    assert found["disk_waiting_processes"] == 2.0


def test_threads_inside_workers_are_told():
    found = numbers(
        member(1, Role.MAIN, 0.1),
        member(2, Role.WORKER, 1.0),
        member(3, Role.WORKER, 4.0),
    )

    assert found["worker_most_demand_threads"] == 4.0
    assert found["worker_most_busy_threads"] == 2.0
