"""More and more worker processes."""

from __future__ import annotations

import pytest

from core.diagnosis.seconds import judged
from traintray.core.diagnosis.rules.workers_pile_up import RULE


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, False, id="none"),
        pytest.param(
            {"workers": 4.0, "usable_cpus": 16.0}, False, id="one pool that stays"
        ),
        pytest.param(
            {"workers": 12.0, "usable_cpus": 16.0, "worker_rises": 2.0},
            False,
            id="a pool each for training, validation and test",
        ),
        pytest.param(
            {"workers": 16.0, "usable_cpus": 16.0, "worker_rises": 3.0},
            True,
            id="a fourth pool",
        ),
        pytest.param(
            {"workers": 12.0, "usable_cpus": 8.0, "worker_rises": 2.0},
            True,
            id="three pools, more than there are CPUs",
        ),
        pytest.param(
            {"workers": 12.0, "usable_cpus": 8.0, "worker_rises": 1.0},
            False,
            id="two large pools",
        ),
        pytest.param(
            {"workers": 2.0, "worker_rises": 3.0}, False, id="too few to be pools"
        ),
        pytest.param(
            {"workers": 4.0, "worker_rises": None}, None, id="not watched yet"
        ),
        pytest.param({"worker_rises": None}, False, id="no workers to watch"),
    ],
)
def test_pools_that_stay_while_new_ones_come(changes, expected):
    assert judged(RULE, **changes) is expected
