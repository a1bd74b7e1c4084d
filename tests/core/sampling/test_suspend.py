from __future__ import annotations

import pytest

from traintray.core.sampling.suspend import SuspendWatch


@pytest.mark.parametrize(
    ("clocks", "expected"),
    [
        pytest.param([(10, 5000)], 0, id="the first has nothing to compare with"),
        pytest.param([(10, 5000), (11, 5001)], 0, id="both went on alike"),
        pytest.param([(10, 5000), (900, 5890)], 0, id="a long stall is no suspend"),
        pytest.param([(10, 10), (11, 13)], 0, id="two seconds are not enough"),
        pytest.param([(10, 10), (11, 13.5)], 2.5, id="a nap"),
        pytest.param([(10, 10), (11, 3611), (12, 3612)], 0, id="told once"),
        pytest.param([(10, 10), (11, 61), (12, 72)], 10, id="and again the next time"),
    ],
)
def test_a_suspend_shows_in_the_clock_that_counts_it(clocks, expected):
    watch = SuspendWatch()

    answers = [watch.update(monotonic, boot) for monotonic, boot in clocks]

    assert answers[-1] == expected
