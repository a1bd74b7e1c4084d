"""Numbers inside sentences keep their meaning when they are rounded."""

import pytest

from traintray.core.advice import numerals
from traintray.core.diagnosis.verdict import Comparison, Evidence, Unit

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.97, Unit.FRACTION, "97%"),
        (2.0, Unit.THREADS, "2"),
        (12.6, Unit.THREADS, "13"),
        (148_000.0, Unit.PER_S, f"148{NBSP}k/s"),
        (51.5 * 2**20, Unit.BYTES_PER_S, f"51.5{NBSP}MiB/s"),
        (6.5 * 2**30, Unit.BYTES, f"6.5{NBSP}GiB"),
        (90.0, Unit.SECONDS, f"90{NBSP}s"),
        (900.0, Unit.SECONDS, f"15{NBSP}min"),
        (3.5 * 3600, Unit.SECONDS, f"3.5{NBSP}h"),
        (0.5, Unit.SECONDS, f"0.5{NBSP}s"),
        (97.4, Unit.CELSIUS, f"97{NBSP}°C"),
        (2.4e9, Unit.HERTZ, f"2.4{NBSP}GHz"),
    ],
)
def test_each_unit_is_written_in_one_way(value, unit, text):
    assert numerals.written(value, unit) == text


@pytest.mark.parametrize(
    ("measured", "threshold", "text"),
    [
        (2.98, 3.0, "2.98"),
        (3.02, 3.0, "3"),
        (1.23, 1.25, "1.2"),
        (8.0, 3.0, "8"),
        (14.6, 15.0, "14.6"),
        (14.6, 14.0, "15"),
    ],
)
def test_rounding_does_not_carry_a_value_over_its_threshold(measured, threshold, text):
    evidence = Evidence(
        "demand_threads", measured, threshold, Comparison.AT_LEAST, Unit.THREADS, 9.0
    )

    assert numerals.measured(evidence) == text


@pytest.mark.parametrize(
    ("threshold", "text"), [(1.25, "1.25"), (3.0, "3"), (10.5, "10.5"), (384.0, "384")]
)
def test_a_threshold_keeps_its_decimals(threshold, text):
    evidence = Evidence(
        "demand_threads", 1.0, threshold, Comparison.AT_LEAST, Unit.THREADS, 9.0
    )

    assert numerals.threshold(evidence) == text
