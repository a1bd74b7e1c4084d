"""The body of a tip keeps to its length, whatever is added to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.telling.deed import Tell
from traintray.platform.note import LONGEST_BODY
from traintray.ui.note_words import tip_note
from ui import frames


def body_of(letters, other_runs):
    advice = frames.attention_frame().runs[0].advice
    long = replace(advice, notification_text="x" * letters)
    return tip_note(Tell("run", long, other_runs), "icon").body


@pytest.mark.parametrize(
    ("other_runs", "sentence"),
    [(1, " So does another run."), (2, " So do 2 other runs.")],
)
def test_other_runs_with_the_same_trouble_are_told_where_there_is_room(
    other_runs, sentence
):
    room = LONGEST_BODY - len(sentence)

    assert body_of(room, other_runs) == "x" * room + sentence
    assert body_of(room + 1, other_runs) == "x" * (room + 1)
