"""The numbers of a run, and what they are when something cannot be read."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.run import Role
from traintray.core.readings import CpuReading, CpuShares, Gap, GapReason, UsableCpus

BUSY, IDLE = CpuShares(0.9, 0.1, 0.0, 0.0), CpuShares(0.0, 0.0, 0.0, 0.0)


def cpu(*shares):
    return CpuReading(None, shares)


def test_demand_is_split_by_role():
    a_run = run(member(1, Role.MAIN, 2.0), member(2, Role.WORKER, 1.0))

    numbers = figures(a_run, Surroundings(cpu(BUSY, BUSY), [a_run]))

    assert numbers["demand_threads"] == 3.0
    assert numbers["main_demand_threads"] == 2.0
    assert numbers["worker_demand_threads"] == 1.0
    assert numbers["usable_busy_fraction"] == 1.0


def test_without_workers_their_demand_is_a_measured_zero():
    a_run = run(member(1, Role.MAIN, 2.0))

    assert figures(a_run, Surroundings(None, [a_run]))["worker_demand_threads"] == 0.0


def test_a_member_that_may_not_be_read_makes_the_sum_unknown():
    hidden = member(2, Role.MAIN, None, gap=Gap(GapReason.NO_PERMISSION))
    a_run = run(member(1, Role.MAIN, 2.0), hidden)

    assert figures(a_run, Surroundings(None, [a_run]))["demand_threads"] is None


def test_only_the_cpus_the_run_may_use_count_as_busy():
    a_run = replace(
        run(member(1, Role.MAIN, 1.0)), usable_cpus=UsableCpus(1.0, (1,), 1, None)
    )

    numbers = figures(a_run, Surroundings(cpu(IDLE, BUSY, IDLE, IDLE), [a_run]))

    assert numbers["usable_busy_fraction"] == 1.0


def test_under_a_quota_its_own_use_of_the_quota_counts():
    a_run = replace(
        run(member(1, Role.MAIN, 4.0, running=0.75)),
        usable_cpus=UsableCpus(1.5, (0, 1, 2, 3), 4, 1.5),
    )

    numbers = figures(a_run, Surroundings(cpu(IDLE, IDLE, IDLE, IDLE), [a_run]))

    assert numbers["usable_busy_fraction"] == pytest.approx(0.5)


def boxed(pid, running, quota, demand=1.0):
    cpus = UsableCpus(quota, tuple(range(16)), 16, quota)
    return replace(
        run(member(pid, Role.MAIN, demand, running=running)), usable_cpus=cpus
    )


def test_two_runs_under_one_quota_have_that_quota_between_them():
    mine, other = boxed(1, 0.5, 1.0), boxed(2, 0.5, 1.0)

    numbers = figures(mine, Surroundings(None, [mine, other]))

    assert numbers["shared_cpus"] == 1.0
    assert numbers["usable_busy_fraction"] == pytest.approx(1.0)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(boxed(2, 1.0, 1.0), id="as large, but both use all of it"),
        pytest.param(boxed(2, 0.4, 2.0), id="another quota"),
        pytest.param(boxed(2, 0.1, 1.0, demand=0.1), id="one that rests"),
    ],
)
def test_another_container_has_a_quota_of_its_own(other):
    mine = boxed(1, 0.5, 1.0)

    numbers = figures(mine, Surroundings(None, [mine, other]))

    assert numbers["shared_cpus"] == 16.0
    assert numbers["usable_busy_fraction"] == pytest.approx(0.5)


def test_an_offline_cpu_is_left_out_and_none_known_is_unknown():
    a_run = run(member(1, Role.MAIN, 1.0))

    half = figures(a_run, Surroundings(cpu(None, BUSY), [a_run]))
    nothing = figures(a_run, Surroundings(cpu(None, None), [a_run]))

    assert half["usable_busy_fraction"] == 1.0
    assert nothing["usable_busy_fraction"] is None


def test_only_the_cpus_the_run_may_use_idle_for_its_storage():
    waits, other = CpuShares(0.1, 0.0, 0.75, 0.0), CpuShares(0.0, 0.0, 0.5, 0.0)
    a_run = replace(
        run(member(1, Role.MAIN, 1.0)), usable_cpus=UsableCpus(1.5, (1, 2), 2, 1.5)
    )

    found = figures(a_run, Surroundings(cpu(other, waits, waits, other), [a_run]))
    unknown = figures(a_run, Surroundings(None, [a_run]))

    assert found["iowait_cpus"] == 1.5
    assert unknown["iowait_cpus"] is None


def test_workers_that_share_one_cpu_each_are_pinned():
    pinned = [
        replace(member(pid, Role.WORKER, 1.0), allowed_cpus=(0,)) for pid in (2, 3)
    ]
    a_run = run(member(1, Role.MAIN, 0.0), *pinned)

    assert figures(a_run, Surroundings(None, [a_run]))["workers_pinned"] == 1.0


def test_resting_runs_do_not_count_as_active():
    one, rests = run(member(1, Role.MAIN, 2.0)), run(member(9, Role.MAIN, 0.0))

    numbers = figures(one, Surroundings(None, [one, rests]))

    assert numbers["active_runs"] == 1.0
    assert numbers["all_runs_demand_threads"] == 2.0


def test_one_pinned_worker_among_free_ones_is_no_pinning():
    masks = [(0,), (0, 1)]
    workers = [
        replace(member(pid, Role.WORKER, 1.0), allowed_cpus=mask)
        for pid, mask in zip((2, 3), masks, strict=True)
    ]
    a_run = run(member(1, Role.MAIN, 0.0), *workers)

    assert figures(a_run, Surroundings(None, [a_run]))["workers_pinned"] == 0.0


@pytest.mark.parametrize(
    ("young", "expected"),
    [
        pytest.param(member(2, Role.RANK, 1.0), 1.5, id="a rank"),
        pytest.param(member(2, Role.WORKER, 1.0), 1.5, id="what looks like a worker"),
        pytest.param(
            replace(member(2, Role.WORKER, 1.0), name="pt_data_worker"),
            60.0,
            id="a loader worker by PyTorch's name",
        ),
        pytest.param(member(2, Role.RANK, 0.0), 60.0, id="one that rests"),
        pytest.param(member(2, Role.SUPPORT, 1.0), 60.0, id="a tool"),
    ],
)
def test_the_youngest_process_that_computes_tells_whether_it_still_starts(
    young, expected
):
    a_run = run(member(1, Role.MAIN, 2.0), replace(young, cpu_s=1.5))

    assert figures(a_run, Surroundings(None, [a_run]))["least_cpu_s"] == expected


def test_runs_that_share_no_cpu_do_not_count_for_each_other():
    one = replace(
        run(member(1, Role.MAIN, 1.0)), usable_cpus=UsableCpus(1.0, (0,), 1, None)
    )
    other = replace(
        run(member(9, Role.MAIN, 1.0)), usable_cpus=UsableCpus(1.0, (1,), 1, None)
    )

    numbers = figures(one, Surroundings(None, [one, other]))

    assert (numbers["active_runs"], numbers["shared_cpus"]) == (1.0, 1.0)
    assert numbers["all_runs_demand_threads"] == 1.0


def test_what_a_started_tool_wants_is_not_a_thread_of_the_training():
    a_run = run(member(1, Role.MAIN, 1.0), member(2, Role.SUPPORT, 4.0))

    assert figures(a_run, Surroundings(None, [a_run]))["demand_threads"] == 1.0


@pytest.mark.parametrize(
    ("framework", "openmp"), [("pytorch", 1.0), ("tensorflow", 0.0), ("jax", 0.0)]
)
def test_openmp_does_not_count_where_the_framework_has_pools_of_its_own(
    framework, openmp
):
    a_run = run(member(1, Role.MAIN, 2.0), framework=framework)

    assert figures(a_run, Surroundings(None, [a_run]))["openmp"] == openmp
