"""Processes become trees."""

from traintray.core.detection.grouping import children_of, descendants, root_of
from traintray.core.readings import ProcessReading


def processes(**parents):
    return {
        int(name[1:]): ProcessReading(
            int(name[1:]), parent, "python", "S", 1, 0, 0, 1, 0, 0, 0.0, None
        )
        for name, parent in parents.items()
    }


def test_the_topmost_ancestor_of_the_same_run_is_the_root_across_a_shell():
    table = processes(p10=1, p11=10, p12=11, p13=12)

    def continues(below, above):
        return (below, above) == (13, 11)

    assert root_of(13, table, continues) == 11


def test_a_loop_of_parents_ends():
    table = processes(p10=11, p11=10)

    assert root_of(10, table, lambda below, above: False) == 10


def test_descendants_come_parents_first_and_once():
    children = children_of(processes(p10=1, p11=10, p12=11, p13=10))

    assert descendants(10, children, other_roots=()) == [10, 11, 13, 12]


def test_what_is_below_another_root_is_left_to_it():
    children = children_of(processes(p10=1, p11=10, p12=11, p13=10))

    assert descendants(10, children, other_roots={11}) == [10, 13]
