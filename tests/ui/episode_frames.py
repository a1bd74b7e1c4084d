"""Frames in which an episode begins, stands, and ends."""

from __future__ import annotations

from dataclasses import replace

from traintray.core.frame import Episode, Frame
from ui import frames

KEY = frames.attention_frame().runs[0].run.key


def at(
    seconds: float,
    number: int = 1,
    kind: str = "too_many_threads",
    keys: tuple[str, ...] = (KEY,),
) -> Frame:
    """A frame some seconds after the first in which that episode stands."""
    base = frames.attention_frame()
    view = base.runs[0]
    views = []
    for place, key in enumerate(keys):
        advice = replace(view.advice, kind=kind)
        named = (kind, advice.chip, advice.severity)
        episode = Episode(number + place, key, "train.py", *named, 0.0, 60.0, None)
        run = replace(view.run, key=key)
        views.append(replace(view, run=run, advice=advice, episode=episode))
    return replace(
        base,
        at_s=base.at_s + seconds,
        runs=tuple(views),
        episodes=tuple(view.episode for view in views),
    )


def well(seconds: float, alive: bool = True) -> Frame:
    """A frame some seconds after the first in which nothing is wrong."""
    base = frames.ok_frame()
    run = replace(base.runs[0].run, key=KEY)
    view = replace(base.runs[0], run=run)
    runs = (view,) if alive else ()
    return replace(base, at_s=at(seconds).at_s, runs=runs, episodes=())
