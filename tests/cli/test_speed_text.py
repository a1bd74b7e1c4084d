"""How `diagnose` tells the speed of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.runs import run
from traintray.cli.run_json import view_object
from traintray.cli.speed_text import progress_object, speed_line
from traintray.core.diagnosis.verdict import Clear
from traintray.core.frame import RunView
from traintray.core.gap import Gap, GapReason
from traintray.core.progress.progress import NO_SOURCE, NOT_READABLE, Progress

KNOWN = Progress(1200, 9.53, 2.0, 4000, 293.8, "terminal")


def line(progress) -> str:
    return speed_line(progress).replace("\N{NO-BREAK SPACE}", " ")


def test_all_that_is_known_is_one_line():
    assert line(KNOWN) == (
        "  Speed: 9.5 steps/s, step 1,200 of 4,000, epoch 2, 4 min 53 s left,"
        " from its terminal."
    )


@pytest.mark.parametrize(
    ("changes", "begin"),
    [
        ({"steps_per_s": 0.05}, "20 s per step"),
        ({"steps_per_s": 1234.5}, "1,234 steps/s"),
        ({"steps_per_s": 812.0, "unit": "img"}, "812 img/s, img 1,200 of"),
        ({"steps_per_s": 0.02, "unit": "epoch", "step": None}, "50 s per epoch, epoch"),
        ({"steps_per_s": 9.0, "unit": "a\x1b[31m"}, "9 a\N{REPLACEMENT CHARACTER}[31m"),
    ],
)
def test_a_speed_is_told_in_the_unit_that_fits(changes, begin):
    assert line(replace(KNOWN, **changes)).startswith(f"  Speed: {begin}")


def test_what_is_not_known_is_told_with_its_reason():
    waiting = replace(
        KNOWN,
        steps_per_s=None,
        left_s=None,
        source="csv",
        where="/a/metrics.csv",
        gaps={"steps_per_s": Gap(GapReason.FIRST, "no second step")},
    )

    assert line(waiting) == (
        "  Speed: not known yet (no second step), step 1,200 of 4,000, epoch 2,"
        " from metrics.csv."
    )
    assert line(NO_SOURCE).startswith("  Speed: not known. It writes no log")


def test_programs_get_every_number_or_its_reason():
    gaps = {"epoch": Gap(GapReason.NOT_PRESENT, "the source tells no epoch")}
    found = progress_object(replace(KNOWN, epoch=None, gaps=gaps))

    assert found == {
        "source": "terminal",
        "file": None,
        "unit": "step",
        "step": 1200,
        "steps_per_s": 9.53,
        "epoch": None,
        "total_steps": 4000,
        "left_s": 293.8,
        "missing": {"epoch": "the source tells no epoch"},
    }


def test_a_run_in_json_has_its_progress():
    a_run = replace(run(), progress=NOT_READABLE)
    found = view_object(RunView(a_run, Clear(), None, None))

    assert found["progress"]["source"] is None
    assert "may not be looked at" in found["progress"]["missing"]["source"]
