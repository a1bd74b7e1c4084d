"""Frames in which an episode begins, stands, and ends."""

from __future__ import annotations

from dataclasses import replace

from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Episode, Frame
from ui import frames

KEY = frames.attention_frame().runs[0].run.key


def at(
    seconds: float,
    number: int = 1,
    kind: str = "too_many_threads",
    keys: tuple[str, ...] = (KEY,),
    **changes: object,
) -> Frame:
    """A frame some seconds after the first in which that episode stands.

    `changes` are those of the finding: its `severity`, what holds `also`.
    """
    severity = changes.get("severity", Severity.ATTENTION)
    base = frames.attention_frame()
    view = base.runs[0]
    views = []
    for place, key in enumerate(keys):
        advice = replace(view.advice, kind=kind, severity=severity)
        named = (kind, advice.chip, severity)
        verdict = replace(view.verdict, kind=kind, **changes)
        episode = Episode(number + place, key, "train.py", *named, 0.0, 60.0, None)
        run = replace(view.run, key=key)
        told = replace(view, run=run, verdict=verdict, advice=advice, episode=episode)
        views.append(told)
    return replace(
        base,
        at_s=base.at_s + seconds,
        wall_s=base.wall_s + seconds,
        runs=tuple(views),
        episodes=tuple(view.episode for view in views),
    )


def well(seconds: float, alive: bool = True) -> Frame:
    """A frame some seconds after the first in which nothing is wrong."""
    base = frames.ok_frame()
    run = replace(base.runs[0].run, key=KEY)
    view = replace(base.runs[0], run=run)
    runs = (view,) if alive else ()
    now = at(seconds)
    return replace(base, at_s=now.at_s, wall_s=now.wall_s, runs=runs, episodes=())


def together(*shown: Frame) -> Frame:
    """One frame with the runs of several, at the time of the last."""
    runs = tuple(view for frame in shown for view in frame.runs)
    episodes = tuple(episode for frame in shown for episode in frame.episodes)
    return replace(shown[-1], runs=runs, episodes=episodes)
