"""What the button proposes beside the cap, from the finding to the variables."""

from __future__ import annotations

import pytest

from core.advice import machine_scenes, scenes
from core.advice.scenes import Seen
from core.advice.test_every_kind import RULES, case_of
from traintray.core.advice.book import Book

SCENES = {**scenes.SCENES, **machine_scenes.SCENES}
LANGUAGES = ("en", "zh_CN")


def cases(kind):
    return [case_of(RULES[kind], seen) for seen in SCENES[kind]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_processes_that_a_variable_pinned_are_offered_to_untie_them(language):
    tied = [case for case in cases("pinned_workers") if case.cause == "variable"]
    assert tied
    for case in tied:
        (proposal,) = Book(language).advise(case).proposals
        assert proposal.knob == "binding"
        assert proposal.variables()["OMP_PROC_BIND"] == "false"
        assert not proposal.has_number
        assert all((proposal.title, proposal.action, proposal.arithmetic))


def test_a_mask_that_no_variable_made_is_offered_no_knob():
    others = [case for case in cases("pinned_workers") if case.cause == "mask"]
    assert others
    for case in others:
        assert Book().advise(case).proposals == ()


def test_one_run_that_spins_alone_is_offered_no_knob():
    for case in cases("spinning"):
        assert Book().advise(case).proposals == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_that_spin_beside_each_other_are_offered_to_sleep(language):
    for seen in SCENES["spinning"]:
        beside = Seen({**seen.values, "run.active_runs": 2.0}, seen.run)
        advice = Book(language).advise(case_of(RULES["spinning"], beside))

        (proposal,) = advice.proposals
        assert proposal.knob == "wait_policy"
        assert proposal.variables()["OMP_WAIT_POLICY"] == "passive"
        assert "2" in proposal.arithmetic
        assert "{" not in proposal.arithmetic
