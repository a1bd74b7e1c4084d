"""Counters of a process become rates over the last five seconds."""

import pytest

from traintray.core.detection.member_rates import MemberRates
from traintray.core.readings import ProcessReading


def reading(at_s, pid=10, parent=1, started=5, **counts):
    known = {"user_s": 0.0, "system_s": 0.0, "major_faults": 0, "minor_faults": 0}
    return ProcessReading(
        pid=pid,
        parent_pid=parent,
        name="python",
        state="R",
        started_ticks=started,
        thread_count=1,
        rss_bytes=0,
        read_at_s=at_s,
        cpu_cores=1.0,
        **{**known, **counts},
    )


def test_user_kernel_and_faults_are_per_second():
    rates = MemberRates()
    rates.update(reading(0.0))

    found = rates.update(
        reading(2.0, user_s=1.0, system_s=0.5, major_faults=4, minor_faults=900)
    )

    assert (found.user_cores, found.system_cores) == (0.5, 0.25)
    assert (found.major_faults_per_s, found.minor_faults_per_s) == (2.0, 450.0)


def test_the_first_look_knows_no_rate():
    assert MemberRates().update(reading(0.0)).user_cores is None


def test_only_the_last_five_seconds_count():
    rates = MemberRates()
    for second in range(20):
        used_s = 0.0 if second <= 10 else float(second - 10)
        found = rates.update(reading(float(second), user_s=used_s))

    assert found.user_cores == 1.0


def test_a_kernel_that_takes_back_a_tick_gives_no_negative_rate():
    rates = MemberRates()
    rates.update(reading(0.0, system_s=1.00))

    assert rates.update(reading(1.0, system_s=0.99)).system_cores == 0.0


def test_another_process_under_the_same_number_begins_anew():
    rates = MemberRates()
    rates.update(reading(0.0, user_s=100.0))

    assert rates.update(reading(1.0, started=9)).user_cores is None


def test_what_is_not_counted_is_unknown():
    rates = MemberRates()
    rates.update(reading(0.0, minor_faults=None))

    found = rates.update(reading(1.0, minor_faults=None))

    assert (found.minor_faults_per_s, found.children_cores) == (None, None)


def test_after_a_gap_in_time_there_is_nothing_to_compare_with():
    rates = MemberRates()
    rates.update(reading(0.0))
    rates.reset()

    assert rates.update(reading(1.0, user_s=1.0)).user_cores is None


def test_children_that_were_too_short_to_be_seen_are_charged_to_their_parent():
    rates = MemberRates()
    rates.update(reading(0.0, children_s=5.0))

    assert rates.update(reading(2.0, children_s=6.0)).children_cores == 0.5


def test_a_member_that_ended_is_not_charged_a_second_time():
    rates = MemberRates()
    rates.update(reading(0.0, children_s=0.0))
    rates.update(reading(0.0, pid=11, parent=10, user_s=50.0, children_s=0.0))
    rates.keep_only({10})

    found = rates.update(reading(2.0, children_s=50.5))

    assert found.children_cores == pytest.approx(0.25)


def test_nor_is_what_a_member_that_ended_had_started_itself():
    rates = MemberRates()
    rates.update(reading(0.0, children_s=0.0))
    rates.update(reading(0.0, pid=11, parent=10, user_s=50.0, children_s=8.0))
    rates.keep_only({10})

    found = rates.update(reading(2.0, children_s=58.5))

    assert found.children_cores == pytest.approx(0.25)


def test_a_compiler_and_who_started_it_may_end_in_the_same_second():
    rates = MemberRates()
    rates.update(reading(0.0, children_s=0.0))
    rates.update(reading(0.0, pid=12, parent=10, user_s=0.5, children_s=0.0))
    # Whichever of the two is gone through first: numbers of both orders.
    rates.update(reading(0.0, pid=11, parent=12, user_s=30.0, children_s=0.0))
    rates.update(reading(0.0, pid=13, parent=12, user_s=20.0, children_s=0.0))
    rates.keep_only({10})

    found = rates.update(reading(2.0, children_s=51.0))

    assert found.children_cores == pytest.approx(0.25)


def test_what_ended_below_a_newborn_before_it_was_seen_is_charged_when_it_ends():
    rates = MemberRates()
    rates.keep_only({10})
    rates.update(reading(0.0, children_s=0.0))
    rates.keep_only({10, 11})
    rates.update(reading(1.0, children_s=0.0))
    rates.update(reading(1.0, pid=11, parent=10, user_s=0.5, children_s=0.4))
    rates.keep_only({10})

    found = rates.update(reading(2.0, children_s=1.1))

    # 0.4 below it, and 0.2 after it was last seen.
    assert found.children_cores == pytest.approx(0.3)


def test_what_a_process_that_was_always_there_had_started_is_no_use_of_now():
    rates = MemberRates()
    rates.keep_only({10, 11})
    rates.update(reading(0.0, children_s=0.0))
    rates.update(reading(0.0, pid=11, parent=10, user_s=1.0, children_s=70.0))
    rates.keep_only({10})

    assert rates.update(reading(2.0, children_s=71.0)).children_cores == 0.0


def test_children_are_told_of_the_last_second_and_of_the_last_five():
    rates = MemberRates()
    for second, children_s in enumerate((0.0, 0.0, 0.0, 0.0, 0.5, 1.5)):
        found = rates.update(reading(float(second), children_s=children_s))

    assert found.newest_children_cores == 1.0
    assert found.children_cores == pytest.approx(0.3)
