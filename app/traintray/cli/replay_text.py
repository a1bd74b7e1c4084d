"""A replayed trace in words."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from traintray.cli.streams import plain
from traintray.core.knobs.arithmetic import counted
from traintray.core.replay.header import Header
from traintray.core.replay.replay import Difference
from traintray.core.replay.told import Change, Words

_SAID = {"clear": "nothing to change", "unknown": "cannot tell yet"}


def head_line(header: Header) -> str:
    """Return when, where and with what it was recorded."""
    day = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(header.wall_s))
    cpus = counted(header.machine.logical_cpus, "logical CPU")
    return f"Recorded on {day} with traintray {plain(header.version)}, {cpus}"


def change_line(change: Change) -> str:
    """Return from when on what was said of a run."""
    run = change.view.run
    return (
        f"{change.at_s:6.0f} s  {plain(run.name)} · PID {run.root_pid}:"
        f" {_said(change.words, change)}"
    )


def difference_lines(differences: Sequence[Difference]) -> Iterable[str]:
    """Yield in which seconds a run was told something else live."""
    if not differences:
        yield "Each second got the verdicts that it got live."
        return
    yield "Not as it was live:"
    for one in differences:
        live, now = (_named(words) for words in (one.live, one.replayed))
        yield f"{one.at_s:6.0f} s  {plain(one.run_key)}: {live} live, {now} now"


def _said(words: Words | None, change: Change) -> str:
    if words is None:
        return "has ended"
    if change.view.advice is not None:
        return f"{plain(change.view.advice.title)} ({words[1]})"
    return _SAID[str(words[0])]


def _named(words: Words | None) -> str:
    if not words:
        return "no run"
    return plain(" + ".join(word for word in words[1:] if word) or str(words[0]))
