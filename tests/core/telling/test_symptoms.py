"""Symptoms of a known cause are kept quiet."""

from __future__ import annotations

import pytest

from core.telling.test_tips import MINUTE, made, told
from traintray.core.diagnosis.rules import swapping, too_many_threads, workers_pile_up
from traintray.core.diagnosis.verdict import Severity
from traintray.core.telling.causes import ELSEWHERE
from ui.episode_frames import KEY, at, together, well


def test_a_symptom_that_outlives_its_cause_by_a_moment_is_not_told():
    telling = made()
    telling.update(at(0, kind="swapping", also=("gpu_idle",)))

    assert told(telling.update(at(30, number=2, kind="gpu_idle"))) == []
    later = at(6 * MINUTE, number=2, kind="gpu_idle")
    assert told(telling.update(later)) == [(KEY, "gpu_idle")]


def test_what_was_no_symptom_is_told_at_once():
    telling = made()
    telling.update(at(0, kind="swapping", also=("gpu_idle",)))

    deeds = telling.update(at(30, number=2, kind="disk_bound"))
    assert told(deeds) == [(KEY, "disk_bound")]


def test_a_symptom_that_keeps_standing_does_not_keep_itself_quiet():
    telling = made()
    telling.update(at(0, kind="swapping", also=("gpu_idle",)))
    quiet = [
        told(telling.update(at(second, number=2, kind="gpu_idle")))
        for second in range(10, 290, 10)
    ]

    assert quiet == [[]] * len(quiet)
    assert told(telling.update(at(301, number=2, kind="gpu_idle"))) != []


def beside(cause, symptom, at_s=0.0):
    return together(
        at(at_s, 1, cause, severity=Severity.CRITICAL),
        at(at_s, 2, symptom, keys=("2-2",)),
    )


@pytest.mark.parametrize("symptom", sorted(ELSEWHERE["swapping"]))
def test_while_the_machine_swaps_other_runs_are_not_told_what_comes_of_it(symptom):
    assert told(made().update(beside("swapping", symptom))) == [(KEY, "swapping")]


@pytest.mark.parametrize("other", ["memory_growth", "workers_pile_up", "gpu_throttled"])
def test_what_fills_the_memory_is_told_beside_it(other):
    assert len(told(made().update(beside("swapping", other)))) == 2


def test_when_the_cause_is_over_the_other_run_is_told_what_still_holds():
    telling = made()
    telling.update(beside("swapping", "gpu_idle"))
    alone = at(10, 2, "gpu_idle", ("2-2",))
    assert told(telling.update(together(well(10), alone))) == []

    later = together(well(400), at(400, 2, "gpu_idle", ("2-2",)))
    assert told(telling.update(later)) == [("2-2", "gpu_idle")]


def test_a_crowd_of_threads_explains_another_run_that_waits_for_its_workers():
    assert told(made().update(beside("too_many_threads", "input_bound"))) == [
        (KEY, "too_many_threads")
    ]


def test_the_causes_are_kinds_that_the_diagnosis_knows():
    known = {rule.KIND for rule in (swapping, too_many_threads, workers_pile_up)}

    assert set(ELSEWHERE) == known | {"spinning"}
