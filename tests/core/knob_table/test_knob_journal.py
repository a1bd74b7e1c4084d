"""The journal of changes: newest first, each once, closed by its undo."""

from __future__ import annotations

from traintray.core.archive.records import KnobRecord
from traintray.core.knob_table.journal import deeds

OMP = "OMP_NUM_THREADS"


def change(at_s, old, new, action="apply", name=OMP):
    return KnobRecord(at_s, "thread_cap", action, {name: old}, {name: new})


def told(records, undoable=()):
    found = deeds(records, undoable, most=10)
    return [(one.at_s, one.after[OMP], one.undone_at_s, one.can_undo) for one in found]


def test_the_newest_comes_first_and_alone_can_be_taken_back():
    records = [change(10.0, None, "8"), change(20.0, "8", "4")]

    assert told(records, {OMP}) == [(20.0, "4", None, True), (10.0, "8", None, False)]


def test_two_changes_of_one_second_keep_their_order():
    records = [change(10.0, None, "8"), change(10.0, "8", "4")]

    assert [new for _, new, _, _ in told(records)] == ["4", "8"]


def test_an_undo_closes_the_change_that_it_took_back():
    records = [
        change(10.0, None, "8"),
        change(20.0, "8", "4"),
        change(30.0, "4", "8", "undo"),
    ]

    assert told(records, {OMP}) == [(20.0, "4", 30.0, False), (10.0, "8", None, True)]


def test_the_same_change_made_twice_is_closed_by_its_own_undo():
    records = [
        change(10.0, None, "8"),
        change(20.0, "8", None, "undo"),
        change(30.0, None, "8"),
    ]

    assert told(records, {OMP}) == [(30.0, "8", None, True), (10.0, "8", 20.0, False)]


def test_a_change_known_to_the_archive_and_to_the_file_is_told_once():
    records = [change(10.4, None, "8"), change(10.0, None, "8")]

    assert len(told(records)) == 1


def test_a_change_of_other_variables_is_not_the_one_that_undo_takes_back():
    assert told([change(10.0, None, "8")], {"MKL_NUM_THREADS"}) == [
        (10.0, "8", None, False)
    ]


def test_no_more_than_asked_for_are_told():
    records = [change(float(n), None, str(n)) for n in range(0, 40, 4)]

    assert [one.at_s for one in deeds(records, (), most=3)] == [36.0, 32.0, 28.0]
