"""Numbers inside sentences keep their meaning when they are rounded."""

import pytest

from traintray.core.advice import numerals
from traintray.core.advice.texts import Texts
from traintray.core.diagnosis.verdict import Comparison, Evidence, Unit

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.97, Unit.FRACTION, "97%"),
        (2.0, Unit.THREADS, "2"),
        (12.6, Unit.THREADS, "13"),
        (850.0, Unit.PER_S, "850/s"),
        (2776.0, Unit.PER_S, f"2.8{NBSP}k/s"),
        (148_000.0, Unit.PER_S, f"148{NBSP}k/s"),
        (1.2e6, Unit.PER_S, f"1.2{NBSP}M/s"),
        (0.0, Unit.BYTES_PER_S, f"0{NBSP}MiB/s"),
        (12 * 2**10, Unit.BYTES_PER_S, f"12{NBSP}KiB/s"),
        (2.4 * 2**20, Unit.BYTES_PER_S, f"2.4{NBSP}MiB/s"),
        (51.4 * 2**20, Unit.BYTES_PER_S, f"51{NBSP}MiB/s"),
        (381.6 * 2**20, Unit.BYTES, f"382{NBSP}MiB"),
        (1023.7 * 2**20, Unit.BYTES, f"1{NBSP}GiB"),
        (6.5 * 2**30, Unit.BYTES, f"6.5{NBSP}GiB"),
        (120.4 * 2**30, Unit.BYTES, f"120{NBSP}GiB"),
        (0.0, Unit.SECONDS, f"0{NBSP}s"),
        (0.5, Unit.SECONDS, f"0.5{NBSP}s"),
        (90.0, Unit.SECONDS, f"1{NBSP}min{NBSP}30{NBSP}s"),
        (248.0, Unit.SECONDS, f"4{NBSP}min{NBSP}8{NBSP}s"),
        (900.0, Unit.SECONDS, f"15{NBSP}min"),
        (9960.0, Unit.SECONDS, f"2{NBSP}h{NBSP}46{NBSP}min"),
        (273_600.0, Unit.SECONDS, f"3{NBSP}d{NBSP}4{NBSP}h"),
        (97.4, Unit.CELSIUS, f"97{NBSP}°C"),
        (2.4e9, Unit.HERTZ, f"2.4{NBSP}GHz"),
    ],
)
def test_each_unit_is_written_in_one_way(value, unit, text):
    assert numerals.written(value, unit) == text


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (12.9, f"12{NBSP}s", f"12{NBSP}秒"),
        (90.0, f"1{NBSP}min", f"1{NBSP}分钟"),
        (248.0, f"4{NBSP}min", f"4{NBSP}分钟"),
        (9961.0, f"2{NBSP}h{NBSP}46{NBSP}min", f"2{NBSP}小时{NBSP}46{NBSP}分"),
        (7200.0, f"2{NBSP}h", f"2{NBSP}小时"),
        (97_200.0, f"1{NBSP}d{NBSP}3{NBSP}h", f"1{NBSP}天{NBSP}3{NBSP}小时"),
    ],
)
def test_how_long_something_lasts_is_told_without_seconds_in_each_language(
    seconds, english, chinese
):
    assert numerals.roughly(seconds) == english
    assert numerals.roughly(seconds, Texts("zh_CN").units) == chinese


def test_a_rate_and_a_time_take_their_unit_from_the_language():
    words = {"s": "{n} sek", "min_s": "{big} Min {small} sek", "per_s": "{n} je s"}

    assert numerals.written(12.0, Unit.SECONDS, words) == "12 sek"
    assert numerals.written(248.0, Unit.SECONDS, words) == "4 Min 8 sek"
    assert numerals.written(850.0, Unit.PER_S, words) == "850 je s"


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
