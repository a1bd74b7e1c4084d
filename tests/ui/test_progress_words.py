"""How fast and how far a run is, as screens say it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.progress.progress import NO_SOURCE, Progress
from traintray.ui.progress_words import left_words, progress_words, speed_words

KNOWN = Progress(1200, 9.53, 2.0, 4000, 293.8, "csv", where="/a/<b>.csv")


def words(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "9.5 steps/s"),
        ({"steps_per_s": 1234.4}, "1,234 steps/s"),
        ({"steps_per_s": 0.05}, "20 s per step"),
        ({"steps_per_s": 0.02, "unit": "epoch"}, "50 s per epoch"),
        ({"steps_per_s": 812.0, "unit": "img"}, "812 img/s"),
        ({"steps_per_s": None}, ""),
    ],
)
def test_a_speed_in_words(changes, expected):
    assert words(speed_words(replace(KNOWN, **changes))) == expected


def test_the_time_left_in_words():
    assert words(left_words(KNOWN)) == "4 min 53 s left"
    assert left_words(replace(KNOWN, left_s=None)) == ""
    assert left_words(NO_SOURCE) == ""


def test_all_that_is_known_or_why_nothing_is():
    assert words(progress_words(KNOWN)) == (
        "9.5 steps/s, step 1,200 of 4,000, epoch 2, 4 min 53 s left, from ‹b>.csv"
    )
    assert progress_words(NO_SOURCE).startswith("It writes no log")
    assert speed_words(NO_SOURCE) == ""
