"""The table of knobs: what stands beside what, and what is offered together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.advice.offers import Seen
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.knob_table.rows import Standing, table, wanted
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs.legal import Bounds

TEXTS = Texts("en")
CAP = ("OMP", "MKL", "OPENBLAS", "NUMEXPR")


def scene(finding="too_many_threads", first="thread_cap", demand=16.0, **variables):
    a_run = run(member(7, Role.MAIN, demand), cpus=4, thread_variables=variables)
    found = Finding(finding, Severity.ATTENTION, ()) if finding else None
    mapped = frozenset({"/v/libgomp.so.1"})
    seen = Seen(a_run, 1, found, first, True, mapped)
    return Scene(Bounds(a_run.usable_cpus, 2**34), seen)


def rows(where, values=None):
    return {row.knob.name: row for row in table(where, values or {}, TEXTS)}


def capped(value):
    names = [f"{library}_NUM_THREADS" for library in CAP]
    return dict.fromkeys([*names, "OPENCV_FOR_THREADS_NUM"], value)


def test_pools_that_would_fight_the_cap_go_with_it_in_one_change():
    found = rows(scene(OMP_NUM_THREADS="16"))

    assert found["thread_cap"].standing is Standing.APPLY
    for name in ("mkl_threads", "openblas_threads", "numexpr_threads"):
        row = found[name]
        assert (row.standing, row.leader) == (Standing.TOGETHER, "thread_cap")
        assert list(row.recommended.values()) == ["4"]
        assert row.why == "with OMP_NUM_THREADS"
    assert wanted(list(found.values())) == capped("4")


def test_those_that_go_together_stand_together_and_what_is_set_before_the_rest():
    found = table(scene(OMP_NUM_THREADS="16"), {"OMP_WAIT_POLICY": "passive"}, TEXTS)
    names = [row.knob.name for row in found]

    assert {*names[1:5]} == {
        *("mkl_threads", "openblas_threads", "numexpr_threads", "opencv_threads")
    }
    assert (names[0], names[5]) == ("thread_cap", "wait_policy")


def test_a_value_in_the_file_waits_for_a_run_that_began_with_it():
    waiting = rows(scene(OMP_NUM_THREADS="16"), capped("4"))
    begun = rows(scene(None, "", **capped("4")), capped("4"))

    assert waiting["thread_cap"].standing is Standing.WAITING
    assert waiting["mkl_threads"].standing is Standing.WAITING
    assert begun["thread_cap"].standing is Standing.APPLIED
    assert wanted(list(waiting.values())) == {}


def test_a_part_of_the_change_in_the_file_is_not_the_change():
    found = rows(scene(OMP_NUM_THREADS="16"), {"MKL_NUM_THREADS": "4"})

    assert found["thread_cap"].standing is Standing.APPLY
    assert found["mkl_threads"].is_wanted


def test_a_run_that_keeps_within_the_value_fits():
    found = rows(scene(demand=3.0))["thread_cap"]

    assert (found.standing, found.offer.fitting) == (Standing.FITS, "4")
    assert found.recommended == {}


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("block_time", Standing.NOT_LOADED),
        ("numba_threads", Standing.NOT_LOADED),
        ("wait_policy", Standing.NOT_NEEDED),
    ],
)
def test_what_nothing_asks_for_has_a_reason(name, standing):
    row = rows(scene(None, ""))[name]

    assert row.standing is standing
    assert row.why
    assert not row.is_telling


def test_an_environment_that_may_not_be_read_is_not_an_empty_one():
    hidden = scene(OMP_NUM_THREADS="16")
    unread = replace(hidden.seen, run=replace(hidden.seen.run, thread_variables=None))

    assert rows(replace(hidden, seen=unread))["thread_cap"].now is None
    assert rows(scene())["thread_cap"].now == {}


def test_without_a_run_only_the_file_speaks():
    nobody = replace(scene(), seen=None)
    found = rows(nobody, {"OMP_WAIT_POLICY": "passive"})

    assert found["wait_policy"].standing is Standing.APPLIED
    assert found["thread_cap"].standing is Standing.NOT_NEEDED
