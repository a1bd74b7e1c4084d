"""What others use of the CPUs of a run."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.detection.foreign import foreign_figures
from traintray.core.detection.run import ProcessRates, Role
from traintray.core.readings import CpuReading, CpuShares, UsableCpus

IDLE = CpuShares(0.0, 0.0, 0.0, 0.0)


def cpu(*busy):
    """CPUs of which each is busy for such a share, a tenth of it in the kernel."""
    shares = tuple(
        None if b is None else CpuShares(0.9 * b, 0.1 * b, 0.0, 0.0) for b in busy
    )
    return CpuReading(None, shares)


def a_run(pid, cores, *cpus, **changes):
    one = member(pid, Role.MAIN, cores, running=cores)
    return run(one, usable_cpus=UsableCpus(float(len(cpus)), cpus, 1, None), **changes)


def test_what_is_busy_and_nobodys_is_foreign():
    mine = a_run(1, 1.0, 0, 1)

    found = foreign_figures(mine, cpu(1.0, 0.75), [mine])

    assert found["foreign_cores"] == pytest.approx(0.75)
    assert found["other_runs_cores"] == 0.0


def test_cpus_that_the_run_may_not_use_do_not_matter():
    mine = a_run(1, 1.0, 0, 1)

    found = foreign_figures(mine, cpu(1.0, 0.0, 1.0, 1.0), [mine])

    assert found["foreign_cores"] == pytest.approx(0.0)


def test_other_runs_are_counted_apart():
    mine, other = a_run(1, 1.0, 0, 1), a_run(2, 0.75, 0, 1)

    found = foreign_figures(mine, cpu(1.0, 1.0), [mine, other])

    assert found["other_runs_cores"] == pytest.approx(0.75)
    assert found["foreign_cores"] == pytest.approx(0.25)


def test_another_run_counts_by_the_share_of_its_cpus_that_are_this_ones_too():
    mine, other = a_run(1, 0.0, 0, 1), a_run(2, 2.0, 0, 1, 2, 3)

    assert foreign_figures(mine, None, [mine, other])["other_runs_cores"] == 1.0


def test_a_run_elsewhere_takes_nothing():
    mine, other = a_run(1, 0.0, 0), a_run(2, 1.0, 1)

    assert foreign_figures(mine, None, [mine, other])["other_runs_cores"] == 0.0


def test_rounding_does_not_make_less_than_nothing():
    mine = a_run(1, 1.02, 0)

    assert foreign_figures(mine, cpu(1.0), [mine])["foreign_cores"] == 0.0


def test_what_the_hypervisor_took_is_no_program():
    mine = a_run(1, 0.0, 0)
    stolen = CpuReading(None, (CpuShares(0.0, 0.0, 0.0, 1.0),))

    found = foreign_figures(mine, stolen, [mine])

    assert (found["foreign_cores"], found["stolen_cores"]) == (0.0, 1.0)


def test_only_what_was_stolen_of_the_runs_own_cpus_counts():
    mine = a_run(1, 0.5, 1)
    half, whole = CpuShares(0.5, 0.0, 0.0, 0.5), CpuShares(0.0, 0.0, 0.0, 1.0)

    found = foreign_figures(mine, CpuReading(None, (whole, half)), [mine])

    assert found["stolen_cores"] == 0.5
    assert foreign_figures(mine, None, [mine])["stolen_cores"] is None


def test_unread_cpus_make_it_unknown_and_one_offline_is_idle():
    mine = a_run(1, 0.0, 0, 1)

    assert foreign_figures(mine, None, [mine])["foreign_cores"] is None
    assert foreign_figures(mine, cpu(None, None), [mine])["foreign_cores"] is None
    half = foreign_figures(mine, cpu(None, 0.5), [mine])
    assert half["foreign_cores"] == pytest.approx(0.5)


def test_short_lived_children_of_the_run_are_its_own():
    rates = ProcessRates(newest_children_cores=0.5)
    mine = a_run(1, 0.25, 0)
    mine = replace(mine, members=(replace(mine.members[0], rates=rates),))

    found = foreign_figures(mine, cpu(1.0), [mine])

    assert found["foreign_cores"] == pytest.approx(0.25)


def test_a_member_whose_threads_may_not_be_read_counts_by_its_clock_ticks():
    mine = a_run(1, 0.0, 0)
    hidden = replace(mine.members[0], threads=None, cpu_cores=0.75)
    mine = replace(mine, members=(hidden,))

    assert foreign_figures(mine, cpu(1.0), [mine])["foreign_cores"] == pytest.approx(
        0.25
    )
