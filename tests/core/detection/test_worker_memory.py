"""What workers take is asked of each in turn, at a bounded price."""

from dataclasses import replace

from core.detection.runs import member
from traintray.core.detection.run import Role
from traintray.core.detection.worker_memory import WorkerMemory


class Asked:
    """A world that answers how much memory a process has."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []

    def proportional_bytes(self, pid):
        self.asked.append(pid)
        answer = self.answers[pid]
        if isinstance(answer, Exception):
            raise answer
        return answer


def workers(*pids, rss_bytes=2**20):
    return [replace(member(p, Role.WORKER, 1.0), rss_bytes=rss_bytes) for p in pids]


def test_the_parts_of_all_workers_are_added():
    world = Asked({1: 100, 2: 50})

    assert WorkerMemory().total_bytes(workers(1, 2), world, 0.0) == 150


def test_each_is_asked_once_in_ten_seconds():
    world, memory = Asked({1: 100}), WorkerMemory()

    for second in range(21):
        memory.total_bytes(workers(1), world, float(second))

    assert len(world.asked) == 3


def test_large_ones_are_asked_in_turn_and_the_sum_waits_for_all():
    world, memory = Asked({1: 1, 2: 2, 3: 3}), WorkerMemory()
    large = workers(1, 2, 3, rss_bytes=3 * 2**30)

    totals = [memory.total_bytes(large, world, float(s)) for s in range(3)]

    assert totals == [None, None, 6]
    assert world.asked == [1, 2, 3]


def test_many_small_ones_are_asked_in_turn_too():
    world, memory = Asked(dict.fromkeys(range(1, 21), 1)), WorkerMemory()

    memory.total_bytes(workers(*range(1, 21)), world, 0.0)

    assert len(world.asked) == 8


def test_one_that_may_not_be_read_makes_the_sum_unknown():
    world = Asked({1: 100, 2: None})

    assert WorkerMemory().total_bytes(workers(1, 2), world, 0.0) is None


def test_one_that_is_gone_is_waited_for_no_longer_than_it_is_listed():
    world, memory = Asked({1: 100, 2: ProcessLookupError()}), WorkerMemory()

    assert memory.total_bytes(workers(1, 2), world, 0.0) is None
    assert memory.total_bytes(workers(1), world, 1.0) == 100


def test_without_workers_there_is_no_sum():
    assert WorkerMemory().total_bytes([], Asked({}), 0.0) is None
