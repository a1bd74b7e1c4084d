"""What is told of a lost GPU: which one, since when, whose run, what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.detection.gpu_losses import LostGpu
from traintray.platform.note import Urgency
from traintray.ui.lost_gpu_words import lost_gpu_note, lost_gpu_title
from ui.parts import WALL_S

LOST = LostGpu("GPU-1", "NVIDIA GeForce RTX 4090", "00000000:41:00.0", WALL_S)
LONG = "finetune_a_large_language_model_with_adapters.py"
MOST_SIGNS = 110


def body(*runs):
    return lost_gpu_note(replace(LOST, run_names=runs), "icon").body


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "RTX 4090 stopped answering"),
        ({"has_twin": True}, "RTX 4090 (41:00.0) stopped answering"),
        (
            {"has_twin": True, "bus_id": "00010000:41:00.0"},
            "RTX 4090 (00010000:41:00.0) stopped answering",
        ),
        ({"has_twin": True, "bus_id": ""}, "RTX 4090 stopped answering"),
    ],
)
def test_the_title_says_which_gpu_it_is(qapp, changes, title):
    assert lost_gpu_title(replace(LOST, **changes)) == title


def test_the_body_says_since_when_whose_run_and_what_to_do(qapp):
    assert body("train.py") == (
        "No answer since 14:37; train.py ran on it. A restart brings it back; check"
        " power and heat."
    )
    assert "2 runs were on it" in body("train.py", "eval.py")
    assert body().startswith("No answer since 14:37. A restart brings it back")


@pytest.mark.parametrize("runs", [(), ("train.py",), (LONG,), (LONG,) * 12])
def test_the_body_is_short_however_long_the_name(qapp, runs):
    assert len(body(*runs)) <= MOST_SIGNS


def test_of_a_long_name_the_middle_is_left_out(qapp):
    assert "; finetune_a_l…h_adapters.py ran on it." in body(LONG)


def test_it_is_critical_and_offers_the_steps_and_a_snooze(qapp):
    note = lost_gpu_note(LOST, "icon")

    assert note.urgency is Urgency.CRITICAL
    labels = [(action.key, action.label) for action in note.actions]
    assert labels == [
        ("default", "Show steps"),
        ("steps", "Show steps"),
        ("snooze", "Snooze"),
    ]
