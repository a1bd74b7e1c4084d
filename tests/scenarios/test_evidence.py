"""The product's numbers are held against those that a second process read."""

from __future__ import annotations

import os

import pytest

from scenarios.evidence import differences
from scenarios.outcome import judge
from scenarios.readings import slope
from scenarios.scenario import Scenario
from scenarios.stage import Recording

MIB = 1 << 20
SECONDS = 20


def recording(demand_threads, cpu_cores, rss_mib, *, gone_at_s=None, told_threads=2.0):
    """Return a run of two threads: one runs all the time, one half and waits half."""
    made = Recording(
        Scenario("made up", frozenset({"a"}), "", ()), 0, 100.0, 120.0, (5,)
    )
    for second in range(SECONDS):
        at_s = 100.0 + second
        figures = {
            "demand_threads": demand_threads,
            "cpu_cores": cpu_cores,
            "rss_bytes": rss_mib * MIB,
            "swap_bytes": 4096.0,
            "read_bytes_per_s": 10.0,
        }
        is_there = gone_at_s is None or at_s < gone_at_s
        roles = {"5": "main", "6": "support"} if is_there else {"5": "main"}
        evidence = {"demand_threads": {"measured": told_threads}}
        run = {
            "pid": 5,
            "roles": roles,
            "figures": figures,
            "onset_at_s": 102.0,
            "verdict": {"state": "finding", "evidence": evidence},
        }
        made.seen.append({"at_s": at_s, "own_cpu_s": 0.0, "runs": [run]})
        process = {
            "rss_bytes": 100 * MIB,
            "swap_bytes": 0,
            "read_bytes": 0,
            "cpu_s": 1.5 * second,
            "tasks": {"5": [1.0 * second, 0.0], "7": [0.5 * second, 0.5 * second]},
        }
        tasks = {"6": [0.1 * second, 0.0]}
        support = {**process, "tasks": tasks, "cpu_s": 0.1 * second}
        made.witnessed.append(
            {
                "at_s": at_s + 0.4,
                "group_cpu_s": 1.6 * second,
                "machine_busy_s": 1.7 * second,
                "processes": {"5": process, "6": support},
            }
        )
    return made


def test_where_a_thread_ended_only_what_the_process_counts_is_compared():
    made = recording(2.0, 1.6, 200)
    for look in made.witnessed[12:]:
        del look["processes"]["5"]["tasks"]["7"]

    found = by_name(made)

    assert "demand_threads" not in found
    assert found["cpu_cores"].fraction < 0.001


def by_name(made):
    return {difference.name: difference for difference in differences(made)}


def test_demand_is_that_of_the_computing_processes_and_cpu_use_that_of_all():
    found = by_name(recording(2.0, 1.6, 200))

    assert found["demand_threads"].witnessed == pytest.approx(2.0)
    assert found["cpu_cores"].witnessed == pytest.approx(1.6)
    assert found["rss_bytes"].witnessed == 200 * MIB
    assert found["cpu_cores of all runs, by control group"].fraction == pytest.approx(0)
    assert max(difference.fraction for difference in found.values()) < 0.001


def test_a_number_that_is_off_is_seen():
    found = by_name(recording(2.2, 1.6, 150))

    assert found["demand_threads"].fraction == pytest.approx(0.1)
    assert found["rss_bytes"].fraction == pytest.approx(0.25)


def test_what_was_told_is_held_against_the_median_of_the_same_seconds():
    found = by_name(recording(2.0, 1.6, 200, told_threads=1.8))

    assert found["demand_threads as told"].fraction == pytest.approx(0.1)
    assert found["demand_threads as told"].witnessed == pytest.approx(2.0)


def test_a_rate_that_is_read_seldom_speaks_for_the_seconds_before_it():
    made = recording(2.0, 1.6, 200)
    read = held = read_before = 0.0
    for second, (line, look) in enumerate(zip(made.seen, made.witnessed, strict=True)):
        # Ten megabytes a second at first, thirty from the tenth second on.
        read += 10e6 if second < 10 else 30e6
        look["processes"]["5"]["read_bytes"] = read
        look["at_s"] = line["at_s"]
        if second % 5 == 0:
            held, read_before = (read - read_before) / 5, read
        line["runs"][0]["figures"]["read_bytes_per_s"] = held

    found = by_name(made)["read_bytes_per_s"]

    # From 105 s to 115 s: four seconds of ten, six of thirty.
    assert (found.measured, found.witnessed) == (22e6, 22e6)


def test_a_run_that_rests_between_bursts_is_compared_over_all_of_its_seconds():
    made = recording(2.0, 1.6, 200)
    used = 0.0
    for second, (line, look) in enumerate(zip(made.seen, made.witnessed, strict=True)):
        cores = 2.0 if second % 10 < 3 else 0.0
        used += cores
        look["processes"]["5"]["cpu_s"], look["processes"]["6"]["cpu_s"] = used, 0.0
        look["at_s"] = line["at_s"]
        line["runs"][0]["figures"]["cpu_cores"] = cores

    found = by_name(made)["cpu_cores"]

    # From 104 s to 119 s: three of fifteen seconds.
    assert found.measured == pytest.approx(3 * 2.0 / 15)
    assert found.witnessed == pytest.approx(3 * 2.0 / 15)


def test_what_is_read_seldom_may_bring_the_same_again():
    made = recording(2.0, 1.6, 200)
    read = 0.0
    for second, (line, look) in enumerate(zip(made.seen, made.witnessed, strict=True)):
        # A change each at 105 s and at 115 s; at 110 s it was looked at, too.
        read += 20e6 if second <= 10 else 40e6
        look["processes"]["5"]["read_bytes"] = read
        look["at_s"] = line["at_s"]
        held = 10e6 if second < 5 else 20e6 if second < 15 else 40e6
        line["runs"][0]["figures"]["read_bytes_per_s"] = held

    found = by_name(made)["read_bytes_per_s"]

    assert (found.measured, found.witnessed) == (30e6, 30e6)


def test_a_run_whose_processes_change_is_compared_by_its_control_group_alone():
    found = by_name(recording(2.0, 1.2, 200, gone_at_s=112.0))

    assert set(found) == {"cpu_cores of all runs, by control group"}
    assert found.popitem()[1].fraction == pytest.approx(0.25)


def test_before_a_tree_is_a_run_there_is_nothing_to_compare_and_later_there_is():
    late, gone = recording(2.0, 1.6, 200), recording(2.0, 1.6, 200)
    for line in late.seen[:7]:
        line["runs"] = []
    for line in gone.seen[7:10]:
        line["runs"] = []

    name = "cpu_cores of all runs, by control group"
    assert by_name(late)[name].fraction == pytest.approx(0)
    assert by_name(gone)[name].fraction > 0.1


def test_what_is_next_to_nothing_is_not_compared():
    found = by_name(recording(2.0, 1.6, 200))

    assert "swap_bytes" not in found
    assert "read_bytes_per_s" not in found


def test_a_counter_is_taken_to_grow_evenly_between_two_looks():
    looks = [(0.0, 0.0), (1.0, 10.0), (2.0, 30.0)]

    assert slope(looks, (0.5, 1.5)) == 15.0
    assert slope(looks, (0.5, 2.5)) is None


def test_a_loader_worker_counts_in_demand_and_in_that_of_the_workers():
    made = recording(2.1, 1.6, 200)
    for line in made.seen:
        line["runs"][0]["roles"]["6"] = "worker"
        line["runs"][0]["figures"]["main_demand_threads"] = 2.0

    found = by_name(made)

    assert found["demand_threads"].witnessed == pytest.approx(2.1)
    assert found["main_demand_threads"].witnessed == pytest.approx(2.0)


def test_one_odd_second_does_not_move_what_was_told():
    made = recording(2.0, 1.6, 200)
    for second, look in enumerate(made.witnessed[3:], start=3):
        tasks = {"5": [1.0 * second, 0.0], "7": [0.5 * second + 3, 0.5 * second]}
        look["processes"]["5"] = {**look["processes"]["5"], "tasks": tasks}

    assert by_name(made)["demand_threads as told"].fraction == pytest.approx(0)


def test_seconds_before_the_run_has_settled_are_not_compared():
    made = recording(2.0, 1.6, 200)
    for line in made.seen[:3]:
        line["runs"][0]["figures"]["rss_bytes"] = 5 * MIB

    assert by_name(made)["rss_bytes"].fraction == 0


CPUS = len(os.sched_getaffinity(0))


def with_tasks(foreign, wanted, got, cpus=()):
    """Return a recording of a workload that wants and gets so much of each CPU."""
    made = recording(2.0, 1.6, 200)
    for second, look in enumerate(made.witnessed):
        ran_s, waited_s = second * CPUS * got, second * CPUS * (wanted - got)
        process = {"tasks": {"5": [ran_s, waited_s]}, "cpus": list(cpus)}
        look["processes"] = {"5": process}
        look["group_cpu_s"] = ran_s
        look["machine_busy_s"] = ran_s + second * CPUS * foreign
    made.seen = [{**line, "runs": []} for line in made.seen]
    return made


def test_who_uses_the_cpus_that_an_idle_truth_leaves_disturbs_it():
    made = with_tasks(0.5, 0.5, 0.5)
    made.scenario = Scenario("made up", frozenset({"over_capped"}), "", ())

    assert judge(made).is_disturbed


def test_what_shares_one_cpu_by_its_own_mask_lost_nothing_to_others():
    one = 1 / CPUS

    assert judge(with_tasks(0.5, 4 * one, one)).is_disturbed is (CPUS > 1)
    assert not judge(with_tasks(0.5, 4 * one, one, cpus=(1,))).is_disturbed


@pytest.mark.parametrize(
    ("foreign", "wanted", "got", "is_disturbed"),
    [
        pytest.param(1 / 6, 1.0, 1 - 1 / 6, True, id="a sixth, which it wanted"),
        pytest.param(0.1, 1.0, 0.9, False, id="a tenth"),
        pytest.param(1 / 6, 1.0, 1.0, False, id="somebody else lost it"),
        pytest.param(0.5, 0.5, 0.5, False, id="half, which it left idle"),
        pytest.param(1 / 6, 4.0, 1 - 1 / 6, True, id="its many threads got less"),
        pytest.param(0.0, 4.0, 1.0, False, id="its many threads wait for each other"),
    ],
)
def test_a_run_is_disturbed_by_who_takes_the_cpus_that_it_wants(
    foreign, wanted, got, is_disturbed
):
    assert judge(with_tasks(foreign, wanted, got)).is_disturbed is is_disturbed
