"""The scheduler that the synthetic machines use."""

from __future__ import annotations

import pytest

from core.synthetic.fair import Threads, share_out

ALL = frozenset(range(4))


def shares(*threads, quotas=None):
    share_out(threads, quotas or {})
    return [round(t.got, 6) for t in threads]


def test_who_fits_gets_what_he_wants():
    assert shares(Threads(2, 1.0, ALL), Threads(4, 0.25, ALL)) == [1.0, 0.25]


def test_those_who_want_little_are_served_and_the_others_share_the_rest():
    greedy, modest = Threads(8, 1.0, ALL), Threads(4, 0.25, ALL)

    assert shares(greedy, modest) == [0.375, 0.25]
    assert (greedy.demand, modest.demand) == (1.0, 0.25)


def test_nobody_gets_more_than_all_the_cpus():
    threads = [Threads(3, 0.9, ALL), Threads(7, 0.4, ALL), Threads(1, 1.0, ALL)]
    share_out(threads, {})

    assert sum(t.got * t.count for t in threads) == pytest.approx(4.0)


def test_a_mask_keeps_its_threads_on_its_cpus():
    pinned, free = Threads(4, 1.0, frozenset({0})), Threads(2, 1.0, ALL)

    assert shares(pinned, free) == [0.25, 1.0]


def test_threads_without_a_mask_leave_the_pinned_their_fair_share():
    pinned, free = Threads(1, 1.0, frozenset({0})), Threads(7, 1.0, ALL)

    assert shares(pinned, free) == [0.5, 0.5]


def test_a_quota_holds_its_group_and_leaves_the_rest_to_others():
    capped, other = Threads(4, 1.0, ALL, "box"), Threads(3, 1.0, ALL)

    assert shares(capped, other, quotas={"box": 1.5}) == [0.375, 0.833333]


def test_one_in_two_groups_of_the_same_quota_is_served_by_need():
    main, workers = Threads(1, 0.1, ALL, "box"), Threads(4, 1.0, ALL, "box")

    assert shares(main, workers, quotas={"box": 0.5}) == [0.1, 0.1]
