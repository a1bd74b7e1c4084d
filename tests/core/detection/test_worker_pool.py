"""Workers that come on top of those that are there."""

import pytest

from traintray.core.detection.worker_pool import WorkerPool


def after(*counts):
    """Follow a pool through `(seconds, workers)` stretches, second by second."""
    pool, at_s = WorkerPool(), 0.0
    for seconds, count in counts:
        for _ in range(seconds):
            pool.update(count, at_s)
            at_s += 1.0
    return pool.rises, pool.added


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param([(5, 0), (60, 4)], (0, 0), id="a normal start"),
        pytest.param(
            [(3, 1), (3, 2), (3, 3), (60, 4)], (0, 0), id="spawned one after another"
        ),
        pytest.param([(60, 4), (20, 8)], (1, 4), id="one rise"),
        pytest.param(
            [(60, 4), (20, 8), (20, 12), (20, 16)], (3, 12), id="each epoch adds some"
        ),
        pytest.param(
            [(60, 4), (1, 5), (1, 6), (1, 7), (20, 8)], (1, 4), id="one rise in steps"
        ),
        pytest.param(
            [(60, 4), (5, 0), (60, 4), (5, 0), (60, 4)], (0, 0), id="new each epoch"
        ),
        pytest.param(
            [(60, 4), (20, 6), (20, 4), (20, 6), (20, 4)],
            (1, 0),
            id="a second loader that comes and goes",
        ),
        pytest.param([(60, 4), (5, 0), (60, 8)], (0, 0), id="a larger pool later"),
        pytest.param(
            [(60, 4), (20, 8), (5, 0), (60, 4)], (0, 0), id="all ended: none piled up"
        ),
    ],
)
def test_rises(counts, expected):
    assert after(*counts) == expected


def test_rises_are_forgotten_after_ten_minutes():
    assert after((60, 4), (590, 8)) == (1, 4)
    assert after((60, 4), (620, 8)) == (0, 4)
