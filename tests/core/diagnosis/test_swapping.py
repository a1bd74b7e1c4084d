"""A run that waits for its pages, and runs beside which another program does."""

from __future__ import annotations

import pytest

from core.advice.scenes import Seen
from core.diagnosis.seconds import POLICY, judged
from traintray.core.diagnosis.rules.swapping import RULE
from traintray.core.diagnosis.verdict import Severity

# The recorded swapping run (research, B.4: swap_pressure).
SWAPS = {
    "swap": 51.5e6,
    "major_faults_per_s": 2768.0,
    "swap_bytes": 4e8,
    "memory": 0.115,
}


def recorded(used=5e8, **changes):
    """The same as a scene; `used` bytes lie in swap in all."""
    known = {**SWAPS, **changes}
    return Seen(
        {
            "memory.swap_in_bytes_per_s": known["swap"],
            "memory.swap_used_bytes": used,
            "run.swap_bytes": known["swap_bytes"],
            "run.major_faults_per_s": known["major_faults_per_s"],
            "pressure.memory.stalled_fraction": known["memory"],
        }
    )


# No swap is set up, and 14 GB of the run fill the memory.
SHORT = {
    "major_faults_per_s": 400.0,
    "memory": 0.2,
    "memory_available_bytes": 5e8,
    "rss_bytes": 14e9,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="its pages move and it waits for them"),
        pytest.param({"swap": 0.9e6}, False, id="a machine that puts idle pages away"),
        pytest.param({"swap_bytes": 0.0}, False, id="another program swaps"),
        pytest.param(
            {"major_faults_per_s": 3.0, "memory": 0.0},
            False,
            id="its pages are in swap, and another program moves its own",
        ),
        pytest.param(
            {"major_faults_per_s": None, "memory": 0.02},
            None,
            id="only its faults could tell",
        ),
        pytest.param({"memory": None}, True, id="its faults tell without pressure"),
        pytest.param(
            {"memory": 0.0, "major_faults_per_s": 400.0, "workers": 64.0},
            False,
            id="of 64 workers each hardly ever waits",
        ),
        pytest.param(
            {"memory": 0.0, "major_faults_per_s": 3400.0, "workers": 64.0, "ranks": 2},
            True,
            id="of 64 workers each waits as often as one process would",
        ),
        pytest.param(
            {"swap_bytes": None}, True, id="its faults tell of another user's run"
        ),
        pytest.param(
            {"major_faults_per_s": None, "memory": None},
            None,
            id="nothing tells whether it waits",
        ),
        pytest.param({"swap": None}, None, id="the machine does not count swapping"),
    ],
)
def test_pages_that_move_to_and_from_swap(changes, expected):
    assert judged(RULE, **SWAPS | changes) is expected


def test_a_stall_without_faults_is_the_runs_own_when_most_of_the_swap_is():
    few = {"major_faults_per_s": 20.0}

    assert RULE.judge(recorded(**few, used=5e8).values, POLICY) is True
    assert RULE.judge(recorded(**few, used=8e9).values, POLICY) is False


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="it waits, and next to nothing is left"),
        pytest.param(
            {"memory_available_bytes": 40e9},
            False,
            id="file pages that are read again can be had: the disk is the cause",
        ),
        pytest.param({"memory": 0.0}, False, id="the first read of mapped files"),
        pytest.param({"major_faults_per_s": 0.0}, False, id="others wait, it does not"),
        pytest.param({"memory": None}, None, id="only the pressure could tell"),
        pytest.param(
            {"memory": None, "major_faults_per_s": 0.0},
            False,
            id="without faults no pressure is needed to say no",
        ),
        pytest.param(
            {"swap": 5e6, "swap_bytes": 0.0}, False, id="another program swaps"
        ),
    ],
)
def test_memory_that_is_short_where_nothing_can_be_swapped(changes, expected):
    assert judged(RULE, **SHORT | changes) is expected


def test_a_healthy_run_is_no_case_even_where_nothing_can_be_read():
    bare = {
        "swap": 0.0,
        "memory": None,
        "memory_available_bytes": None,
        "major_faults_per_s": 0.0,
    }

    assert judged(RULE, **bare) is False


@pytest.mark.parametrize(
    ("stalled", "severity"), [(0.06, Severity.ATTENTION), (0.115, Severity.CRITICAL)]
)
def test_a_run_that_hardly_moves_is_told_louder(stalled, severity):
    finding = RULE.explain(recorded(memory=stalled).scene(RULE))

    assert finding.severity is severity


def test_the_evidence_is_what_told_and_nothing_that_did_not():
    finding = RULE.explain(recorded(major_faults_per_s=20.0).scene(RULE))

    assert [e.key for e in finding.evidence] == [
        "swap_bytes_per_s",
        "stalled_memory_fraction",
    ]
    assert finding.evidence[0].measured == 51.5e6
    assert finding.facts["cause"] == "swap"


def test_no_swapping_rules_it_out_with_the_number():
    denial = RULE.denies(Seen().scene(RULE))

    assert (denial.key, denial.measured, denial.crossed) == (
        "swap_bytes_per_s",
        0.0,
        False,
    )


def test_where_swapping_is_not_counted_nothing_is_ruled_out():
    unread = dict.fromkeys(
        ("memory.swap_in_bytes_per_s", "memory.swap_out_bytes_per_s")
    )

    assert RULE.denies(Seen(unread).scene(RULE)) is None


def test_what_lies_in_swap_is_not_claimed_where_it_cannot_be_read():
    finding = RULE.explain(recorded(swap_bytes=None).scene(RULE))

    assert finding.facts["cause"] == "unread"
