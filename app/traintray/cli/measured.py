"""Which changes are measured now, for a terminal and for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from traintray.cli.remembered import CannotAnswerError, history
from traintray.cli.streams import plain
from traintray.core.archive.reading import ArchiveReader
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.envfile import EnvFile
from traintray.core.proof.under_way import Measuring, UnderWay


def measured_in(
    reader: ArchiveReader, env_file: EnvFile, now_s: float
) -> tuple[Measuring, ...]:
    """Return what the app measures at `now_s`, in seconds since 1970: nothing while it
    does not run. Raises ArchiveError.
    """
    changes = KnobChanges(env_file).news(now_s, None)
    return UnderWay().find(reader, changes, now_s)


def measured_now(env_file: EnvFile) -> tuple[Measuring, ...]:
    """Return what the app measures now; nothing without a history."""
    try:
        with history() as reader:
            return measured_in(reader, env_file, time.time())
    except CannotAnswerError:
        return ()


def measuring_words(case: Measuring) -> str:
    """Return how far it is in a few words: `measured until 14:48:30`."""
    if case.is_warming_up:
        return f"warm-up until {_clock(case.since_s)}"
    if case.until_s is None:
        return f"measured since {_clock(case.since_s)}"
    return f"measured until {_clock(case.until_s)}"


def measuring_lines(cases: Sequence[Measuring]) -> Iterator[str]:
    """Yield what is waited for of each change, since when and until when."""
    for case in cases:
        begin = f"{case.change.knob}: {plain(case.run_name)}, started"
        begin += f" {_clock(case.started_at_s)}, is measured"
        if case.until_s is None:
            yield f"{begin} since {_clock(case.since_s)}. The result is due."
        else:
            yield f"{begin} from {_clock(case.since_s)} to {_clock(case.until_s)}."


def with_measuring(
    knobs: Sequence[dict[str, Any]], cases: Sequence[Measuring]
) -> list[dict[str, Any]]:
    """Return knobs for programs, each with what is measured of its last change now, or
    null.
    """
    told = {case.change.knob: _told(case) for case in reversed(cases)}
    return [{**knob, "measuring": told.get(knob["name"])} for knob in knobs]


def _told(case: Measuring) -> dict[str, Any]:
    return {
        "run": case.run,
        "before_run": case.before_run,
        "since_s": case.since_s,
        "until_s": case.until_s,
    }


def _clock(at_s: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(at_s))
