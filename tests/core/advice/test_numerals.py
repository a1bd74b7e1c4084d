"""One way to write each unit."""

import pytest

from traintray.core.advice.numerals import NBSP, written
from traintray.core.diagnosis.verdict import Unit


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.0, "0 MiB"),
        (23_000.0, "22.5 KiB"),
        (104_000.0, "101.6 KiB"),
        (105_000.0, "0.1 MiB"),
        (53.5e6, "51 MiB"),
        (20e9, "18.6 GiB"),
    ],
)
def test_memory_is_told_in_the_unit_that_shows_it(value, told):
    assert written(value, Unit.BYTES) == told.replace(" ", NBSP)
    assert written(value, Unit.BYTES_PER_S) == told.replace(" ", NBSP) + "/s"
