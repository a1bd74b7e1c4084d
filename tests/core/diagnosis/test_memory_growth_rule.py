"""Memory that runs full, and growth that ends by itself."""

from __future__ import annotations

import pytest

from core.advice.scenes import GROWTH, WORKERS_GROW, Seen, workers_run
from core.diagnosis.seconds import POLICY, judged
from traintray.core.diagnosis.rules.memory_growth import RULE
from traintray.core.diagnosis.verdict import Severity

MB, GB = 1e6, 1e9
# The recorded runs that leak: leak_graph and leak_slow, with 20 GB left.
LEAKS = {"main_growth_bytes_per_s": 14.8 * MB, "memory_available_bytes": 20 * GB}
SLOW = {**LEAKS, "main_growth_bytes_per_s": 1.19 * MB}


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        pytest.param(LEAKS, True, id="full in 23 min"),
        pytest.param(SLOW, True, id="full in 4.7 h"),
        pytest.param(
            {**SLOW, "memory_available_bytes": 200 * GB},
            False,
            id="the same on a large machine lasts two days",
        ),
        pytest.param({}, False, id="no steady growth"),
        pytest.param(
            {
                "worker_growth_bytes_per_s": 4 * MB,
                "memory_available_bytes": 20 * GB,
            },
            True,
            id="workers grow",
        ),
        pytest.param(
            {
                "main_growth_bytes_per_s": 0.3 * MB,
                "worker_growth_bytes_per_s": 0.3 * MB,
                "memory_available_bytes": 20 * GB,
            },
            True,
            id="each alone lasts the night, both together do not",
        ),
        pytest.param(
            {**LEAKS, "worker_growth_bytes_per_s": None},
            True,
            id="what its workers take cannot be read",
        ),
        pytest.param(
            {"main_growth_bytes_per_s": None, "worker_growth_bytes_per_s": None},
            None,
            id="it was not watched for long enough",
        ),
        pytest.param(
            {**LEAKS, "memory_available_bytes": None},
            None,
            id="what is left cannot be read",
        ),
    ],
)
def test_growth_counts_when_it_fills_the_memory_within_half_a_day(figures, expected):
    assert judged(RULE, **figures) is expected


def explained(numbers, a_run=None):
    return RULE.explain(Seen(numbers, a_run).scene(RULE))


def test_the_time_until_memory_is_full_is_what_is_left_by_the_growth():
    finding = explained(GROWTH)

    assert finding.facts["full_in_s"] == pytest.approx(20e9 / 14.8e6)
    rows = {e.key: e for e in finding.evidence}
    assert rows["full_in_s"].measured == pytest.approx(1351, abs=1)
    assert rows["growth_bytes_per_s"].measured == 14.8e6
    assert all(e.crossed for e in finding.evidence)


@pytest.mark.parametrize(
    ("left", "severity"),
    [(28 * GB, Severity.ATTENTION), (26 * GB, Severity.CRITICAL)],
)
def test_the_last_half_hour_is_told_louder(left, severity):
    finding = explained({**GROWTH, "run.memory_available_bytes": left})

    assert finding.severity is severity


def test_workers_that_may_only_copy_the_main_process_are_a_note_with_their_bound():
    copying = workers_run(4, 0.5)  # the main process holds 1 MiB
    roomy = {**WORKERS_GROW, "run.memory_available_bytes": 5 * 2**20}

    finding = explained(roomy, copying)

    assert finding.facts["cause"] == "workers"
    assert finding.facts["copies_bytes"] == 4 * 2**20
    assert finding.severity is Severity.NOTE
    assert finding.facts["is_bounded"] == 1.0


def test_copies_that_would_not_fit_are_more_than_a_note():
    tight = {**WORKERS_GROW, "run.memory_available_bytes": 3 * 2**20}

    finding = explained(tight, workers_run(4, 0.5))

    assert finding.severity is Severity.CRITICAL
    assert finding.facts["is_bounded"] == 0.0


def test_growth_of_the_main_process_is_never_taken_for_copies():
    both = {**WORKERS_GROW, "run.main_growth_bytes_per_s": 5 * MB}

    finding = explained(both, workers_run(4, 0.5))

    assert finding.facts["cause"] == "main"
    assert finding.severity is not Severity.NOTE


def test_it_has_to_go_on_after_the_minute_in_which_it_was_found():
    assert RULE.held_s(POLICY) == 20.0


def test_no_growth_rules_it_out_with_the_number():
    denial = RULE.denies(Seen().scene(RULE))

    assert (denial.key, denial.measured) == ("growth_bytes_per_s", 0.0)
    assert denial.threshold == pytest.approx(8e9 / (12 * 3600))
    assert not denial.crossed
