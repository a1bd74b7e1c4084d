"""What was advised can be opened after the frame has gone."""

from __future__ import annotations

from dataclasses import replace

from traintray.ui.told_frames import ToldFrames
from ui import frames


def advised(key):
    """Return a frame with advice on a run of that key."""
    shown = frames.attention_frame()
    view = next(view for view in shown.runs if view.advice is not None)
    run = replace(view.run, key=key)
    return replace(shown, runs=(replace(view, run=run),))


def test_advice_outlives_its_frame():
    told = ToldFrames()
    told.note(advised("a"))
    told.note(frames.idle_frame())

    assert told.view("a").advice is not None
    assert told.view("b") is None


def test_a_frame_without_advice_is_not_kept():
    told = ToldFrames()
    told.note(frames.idle_frame())

    assert list(told) == []


def test_of_many_runs_the_last_eight_are_kept():
    told = ToldFrames()
    for number in range(10):
        told.note(advised(str(number)))
    told.note(advised("2"))

    assert [f.runs[0].run.key for f in told] == [*"3456789", "2"]
