"""How often a change is called one way or the other when nothing has changed."""

from __future__ import annotations

import math
import random

import pytest

from core.proof.proof_world import after, before, course, matched, wavering
from traintray.core.proof.judging import judge

PAIRS = 200
MOST = 0.05
"""What `docs/proof.md` states."""


def called(pairs) -> float:
    """Return the share of pairs that are called helped or slower."""
    told = 0
    for old, new in pairs:
        kept = before(course(old))
        proof = judge(after(course(new)), matched(kept), None, 0.0)
        told += proof.verdict in ("helped", "slower")
    return told / PAIRS


def drawn(count, likeness, deviation, between=0.0, gain=1.0):
    """Pairs of runs whose levels as a whole differ by `between` as well."""
    source = random.Random(7)
    for _ in range(PAIRS):
        levels = [math.exp(source.gauss(0, between)) for _ in range(2)]
        levels[1] *= gain
        yield [
            [level * speed for speed in wavering(source, count, likeness, deviation)]
            for level in levels
        ]


@pytest.mark.parametrize("likeness", [0.0, 0.6, 0.9])
@pytest.mark.parametrize("deviation", [0.02, 0.2, 0.5])
@pytest.mark.parametrize("count", [16, 72])
def test_equal_runs_are_seldom_called_different(count, deviation, likeness):
    """16 pieces are 12 after the warm-up, the fewest; 72 are 60."""
    assert called(drawn(count, likeness, deviation)) <= MOST


@pytest.mark.parametrize("between", [0.02, 0.03])
def test_runs_that_differ_by_a_few_percent_as_runs_do_are_not_either(between):
    assert called(drawn(72, 0.3, 0.02, between)) <= MOST


def test_nor_those_of_which_every_seventh_piece_is_a_validation():
    def with_pauses(seed):
        source = random.Random(seed)
        for _ in range(PAIRS):
            pair = []
            for _ in range(2):
                speeds, first = wavering(source, 72, 0.3, 0.05), source.randrange(7)
                pair.append(
                    [s / 5 if n % 7 == first else s for n, s in enumerate(speeds)]
                )
            yield pair

    assert called(with_pauses(3)) <= MOST


def with_outliers(gain):
    """Of ten pieces one is three times as slow, and one twenty times."""
    source = random.Random(5)
    for _ in range(PAIRS):
        yield [
            [
                level * speed / source.choice((1, 1, 1, 1, 1, 1, 1, 1, 3, 20))
                for speed in wavering(source, 36, 0.3, 0.1)
            ]
            for level in (1.0, gain)
        ]


def test_nor_those_with_outliers():
    assert called(with_outliers(1.0)) <= MOST


def test_outliers_do_not_hide_what_a_knob_gives():
    assert called(with_outliers(2.0)) >= 0.75


@pytest.mark.parametrize(
    ("gain", "count", "deviation", "least"),
    [(2.0, 24, 0.1, 0.95), (0.54, 24, 0.1, 0.95), (1.3, 72, 0.05, 0.95)],
)
def test_what_a_knob_gives_is_nearly_always_seen(gain, count, deviation, least):
    assert called(drawn(count, 0.3, deviation, gain=gain)) >= least
