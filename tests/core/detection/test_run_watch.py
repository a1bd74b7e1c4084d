"""What takes time to see: throttling, growth of main process and workers."""

from dataclasses import replace

import pytest

from core.detection.runs import member
from traintray.core.detection.run import Role
from traintray.core.detection.run_watch import RunWatch
from traintray.core.readings import CgroupReading

MB = 2**20


class World:
    """Control groups and memory that a test sets."""

    def __init__(self):
        self.group = CgroupReading(None, None, None)
        self.pss = {}
        self.asked = []

    def cgroup(self, pid):
        self.asked.append(pid)
        if isinstance(self.group, Exception):
            raise self.group
        return self.group

    def proportional_bytes(self, pid):
        return self.pss.get(pid, 10 * MB)


def with_private(one, private_bytes):
    return replace(one, threads=replace(one.threads, private_bytes=private_bytes))


def watch_for(seconds, world, members, watch=None, start=0):
    watch = watch or RunWatch()
    for second in range(start, start + seconds):
        trends = watch.update(members(second), world, float(second), 1.0)
    return trends


def main(_second=0):
    return [with_private(member(1, Role.MAIN, 2.0), 100 * MB)]


def test_the_share_of_throttled_periods_is_that_of_the_last_ten_seconds():
    world, watch = World(), RunWatch()
    for second in range(31):
        # Throttled in half of the periods, but only from second 15 on.
        world.group = CgroupReading(10 * second, max(0, second - 15) * 5, None)
        trends = watch.update(main(), world, float(second), 1.0)

    assert trends.throttled_fraction == 0.5


def test_groups_are_asked_every_five_seconds():
    world = World()

    watch_for(20, world, main)

    assert len(world.asked) == 4


def test_without_a_quota_nothing_is_known_of_throttling():
    assert watch_for(20, World(), main).throttled_fraction is None


def test_a_group_in_which_nobody_ran_was_not_throttled():
    world = World()
    world.group = CgroupReading(100, 7, None)

    assert watch_for(20, world, main).throttled_fraction == 0.0


def test_counters_of_another_group_are_not_compared():
    world, watch = World(), RunWatch()
    world.group = CgroupReading(1000, 900, None)
    watch_for(6, world, main, watch)
    world.group = CgroupReading(5, 0, None)

    assert watch_for(2, world, main, watch, start=10).throttled_fraction is None


def test_another_process_to_ask_begins_anew():
    world, watch = World(), RunWatch()
    world.group = CgroupReading(1000, 0, None)
    watch_for(6, world, main, watch)
    world.group = CgroupReading(9000, 8000, None)

    other = watch_for(1, world, lambda _: [member(2, Role.MAIN, 2.0)], watch, start=10)

    assert other.throttled_fraction is None


def test_a_process_that_is_gone_tells_nothing():
    world = World()
    world.group = ProcessLookupError()

    trends = watch_for(20, world, main)

    assert (trends.throttled_fraction, trends.memory_left_bytes) == (None, None)


def test_the_memory_that_its_groups_leave_is_told():
    world = World()
    world.group = CgroupReading(None, None, 5 * MB)

    assert watch_for(1, world, main).memory_left_bytes == 5 * MB


def test_main_and_workers_are_watched_apart():
    world = World()

    def members(second):
        world.pss[2] = (10 + 2 * second) * MB
        return [*main(), member(2, Role.WORKER, 1.0)]

    trends = watch_for(200, world, members)

    assert trends.main_growth_bytes_per_s == 0.0
    assert trends.worker_growth_bytes_per_s == pytest.approx(2 * MB, rel=0.1)


def test_a_leak_of_the_main_process_is_its_own():
    def members(second):
        one = with_private(member(1, Role.MAIN, 2.0), (100 + second) * MB)
        return [one, member(2, Role.WORKER, 1.0)]

    trends = watch_for(150, World(), members)

    assert trends.main_growth_bytes_per_s == pytest.approx(MB, rel=0.05)
    assert trends.worker_growth_bytes_per_s == 0.0
    assert trends.growth_watched_s == 130.0


def test_without_workers_their_growth_is_a_measured_zero():
    assert watch_for(5, World(), main).worker_growth_bytes_per_s == 0.0


def test_workers_that_may_not_be_read_have_unknown_growth():
    world = World()
    world.pss[2] = None

    trends = watch_for(150, world, lambda _: [*main(), member(2, Role.WORKER, 1.0)])

    assert trends.worker_growth_bytes_per_s is None


def test_one_rank_that_may_not_be_read_makes_the_growth_unknown():
    def members(_second):
        return [*main(), with_private(member(2, Role.RANK, 1.0), None)]

    assert watch_for(150, World(), members).main_growth_bytes_per_s is None


def test_a_parent_that_rests_now_and_then_is_watched_all_along():
    def members(second):
        role = Role.LAUNCHER if second % 10 == 0 else Role.MAIN
        one = with_private(member(1, role, 2.0), (100 + second) * MB)
        return [one, with_private(member(2, Role.RANK, 1.0), MB)]

    trends = watch_for(150, World(), members)

    assert trends.main_growth_bytes_per_s == pytest.approx(MB, rel=0.05)


def test_rising_numbers_of_workers_are_told():
    def members(second):
        count = 2 if second < 60 else 4
        return [*main(), *(member(9 + n, Role.WORKER, 1.0) for n in range(count))]

    trends = watch_for(70, World(), members)

    assert (trends.worker_rises, trends.workers_added) == (1, 2)


def test_memory_is_told_by_main_process_and_workers_apart():
    world = World()
    pool = [member(2, Role.WORKER, 0.5), member(3, Role.WORKER, 0.5)]
    world.pss = {2: 30 * MB, 3: 40 * MB}

    alone = watch_for(1, world, main)
    together = watch_for(1, world, lambda _second: [*main(), *pool])

    assert alone.main_memory_bytes == together.main_memory_bytes == 100 * MB
    assert alone.worker_memory_bytes == 0.0
    assert together.worker_memory_bytes == 70 * MB
