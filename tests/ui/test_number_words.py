"""Numbers on screens, as section 6 of the design has them."""

import math

import pytest

from traintray.core.diagnosis.verdict import Unit
from traintray.ui import format as fmt

MIB = 1024**2
GIB = 1024**3


def plain(text):
    """With ordinary spaces, so that the expectations can be read."""
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("tell", "value", "expected"),
    [
        pytest.param(fmt.percent, 0.97, "97%", id="a share"),
        pytest.param(fmt.percent, 0.0, "0%", id="a measured zero"),
        pytest.param(fmt.percent, 0.004, "0%", id="almost nothing"),
        pytest.param(fmt.percent, 1.0, "100%", id="all"),
        pytest.param(fmt.percent, -0.004, "0%", id="no negative zero"),
        pytest.param(fmt.memory, 9.8 * GIB, "9.8 GiB", id="one decimal"),
        pytest.param(fmt.memory, 64 * GIB, "64.0 GiB", id="also when even"),
        pytest.param(fmt.memory, 99.96 * GIB, "100 GiB", id="none from 100 GiB on"),
        pytest.param(fmt.memory, 1007.4 * GIB, "1007 GiB", id="a large machine"),
        pytest.param(fmt.memory, 512 * MIB, "512 MiB", id="below one GiB in MiB"),
        pytest.param(fmt.memory, 1023.6 * MIB, "1.0 GiB", id="never 1024 MiB"),
        pytest.param(fmt.memory, 0, "0 MiB", id="no memory used"),
        pytest.param(fmt.capacity, 64 * GIB, "64 GiB", id="a size without decimal"),
        pytest.param(fmt.capacity, 62.6 * GIB, "62.6 GiB", id="a size with one"),
        pytest.param(fmt.capacity, 20.04 * GIB, "20 GiB", id="a size near to even"),
        pytest.param(fmt.rate, 148_000, "148 k/s", id="thousands"),
        pytest.param(fmt.rate, 9_540, "9.5 k/s", id="few thousands"),
        pytest.param(fmt.rate, 9_960, "10 k/s", id="rounded up to two digits"),
        pytest.param(fmt.rate, 850, "850/s", id="hundreds"),
        pytest.param(fmt.rate, 999.7, "1.0 k/s", id="never 1000/s"),
        pytest.param(fmt.rate, 1_200_000, "1.2 M/s", id="millions"),
        pytest.param(fmt.transfer, 0, "0 MiB/s", id="no traffic"),
        pytest.param(fmt.transfer, 12 * 1024, "12 KiB/s", id="little traffic"),
        pytest.param(fmt.transfer, 2.4 * MIB, "2.4 MiB/s", id="traffic"),
        pytest.param(fmt.transfer, 240 * MIB, "240 MiB/s", id="much traffic"),
        pytest.param(fmt.transfer, 1.2 * GIB, "1.2 GiB/s", id="very much"),
        pytest.param(fmt.growth, 3 * MIB, "180 MiB/min", id="growth a minute"),
        pytest.param(fmt.growth, 0.4 * MIB / 60, "0.4 MiB/min", id="small growth"),
        pytest.param(fmt.growth, -3 * MIB, "−180 MiB/min", id="shrinks"),
        pytest.param(fmt.celsius, 61.4, "61 °C", id="heat"),
        pytest.param(fmt.celsius, -3, "−3 °C", id="a true minus"),
        pytest.param(fmt.watts, 211.6, "212 W", id="power"),
        pytest.param(fmt.gigahertz, 2.52e9, "2.52 GHz", id="clock"),
        pytest.param(fmt.load, 0.9, "0.9", id="low load"),
        pytest.param(fmt.load, 41.3, "41", id="high load"),
        pytest.param(fmt.threads, 41.4, "41", id="ready threads"),
        pytest.param(fmt.threads, 3.46, "3.5", id="few ready threads"),
        pytest.param(fmt.threads, 1.0, "1", id="an even mean"),
        pytest.param(fmt.cores, 2.5, "2.5", id="a quota"),
        pytest.param(fmt.cores, 16.0, "16", id="whole cores"),
        pytest.param(fmt.count, 1_281_167, "1,281,167", id="thousands apart"),
        pytest.param(fmt.points, 0.37, "+37 points", id="a rise"),
        pytest.param(fmt.points, -0.012, "−1 point", id="a fall by one"),
        pytest.param(fmt.points, 0.001, "0 points", id="no change"),
        pytest.param(fmt.duration, 12.9, "12 s", id="seconds"),
        pytest.param(fmt.duration, 248, "4 min 8 s", id="minutes and seconds"),
        pytest.param(fmt.duration, 360, "6 min", id="no zero seconds"),
        pytest.param(fmt.duration, 9_960, "2 h 46 min", id="hours and minutes"),
        pytest.param(fmt.duration, 3 * 86_400 + 4 * 3_600, "3 d 4 h", id="days"),
        pytest.param(fmt.duration, 0, "0 s", id="just now"),
        pytest.param(fmt.duration, -2, "0 s", id="a clock that was set back"),
    ],
)
def test_a_number_is_told(tell, value, expected):
    assert plain(tell(value)) == expected


@pytest.mark.parametrize(
    "tell",
    [
        *(fmt.percent, fmt.memory, fmt.capacity, fmt.growth, fmt.transfer, fmt.rate),
        *(fmt.celsius, fmt.watts, fmt.gigahertz, fmt.load, fmt.threads, fmt.cores),
        *(fmt.points, fmt.duration, fmt.clock),
    ],
)
@pytest.mark.parametrize("missing", [None, math.nan])
def test_a_missing_number_is_a_dash_and_never_zero(tell, missing):
    assert tell(missing) == "–"


def test_a_missing_count_is_a_dash():
    assert fmt.count(None) == "–"


def test_units_do_not_part_from_their_number():
    assert fmt.memory(9.8 * GIB) == "9.8\u00a0GiB"
    assert fmt.duration(248) == "4\u00a0min\u00a08\u00a0s"
    assert " " not in fmt.celsius(61) + fmt.rate(148_000) + fmt.points(0.37)


def test_thousands_are_parted_as_the_locale_has_it():
    assert fmt.count(1_281_167, "\u202f") == "1\u202f281\u202f167"


@pytest.mark.parametrize(
    ("unit", "value", "expected"),
    [
        (Unit.FRACTION, 0.62, "62%"),
        (Unit.THREADS, 41, "41"),
        (Unit.PER_S, 148_000, "148 k/s"),
        (Unit.BYTES, 9.8 * GIB, "9.8 GiB"),
        (Unit.BYTES_PER_S, 2.4 * MIB, "2.4 MiB/s"),
        (Unit.CORES, 2.5, "2.5"),
        (Unit.COUNT, 4, "4"),
    ],
)
def test_evidence_is_told_in_its_unit(unit, value, expected):
    assert plain(fmt.evidence_value(value, unit)) == expected


def test_every_unit_can_be_told():
    assert all(fmt.evidence_value(1.0, unit) for unit in Unit)


def test_time_of_day_is_told_with_or_without_seconds(monkeypatch):
    wall_s = 1_770_000_000.0

    assert len(fmt.clock(wall_s)) == 8
    assert fmt.clock(wall_s).startswith(fmt.clock(wall_s, seconds=False) + ":")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NVIDIA GeForce RTX 4090", "RTX 4090"),
        ("NVIDIA A100-SXM4-80GB", "A100-SXM4-80GB"),
        ("Tesla T4", "T4"),
        ("Radeon", "Radeon"),
    ],
)
def test_a_gpu_is_named_without_its_maker(name, expected):
    assert fmt.gpu_name(name) == expected
