"""`traintray replay`: what was recorded, seen by the same eyes again."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from traintray.cli.chosen import chosen_settings
from traintray.cli.diagnose import nothing_seen, view_lines
from traintray.cli.progress import show_line
from traintray.cli.replay_text import change_line, difference_lines, head_line
from traintray.cli.run_json import SCHEMA, unreadable_object, view_object
from traintray.cli.streams import complain, plain, print_json
from traintray.cli.watching import Watch
from traintray.core.assembly import build_replay
from traintray.core.replay.errors import NoTraceError, TraceError
from traintray.core.replay.replay import Difference, Replay
from traintray.core.replay.told import Change, Changes, Words

_LOOK_EVERY = 20
"""Seconds of the recording from one look at how far it is to the next, where it is
played as fast as possible."""


def run(args: argparse.Namespace) -> int:
    """Play a trace and print what is told; return the exit status."""
    name = plain(args.file)
    chosen_settings()  # the units: the thresholds are those of the recording
    try:
        replay = build_replay(Path(args.file))
    except NoTraceError as error:
        complain(f"{name}: {error}.")
        return 1
    changes, seen = _Shown(args.speed, is_json=args.json), Watch()
    damage = _play(replay, changes, seen)
    if not replay.seconds:
        complain(f"{name}: {damage or 'nothing follows its first line'}.")
        return 1
    if args.json:
        print_json(_object(replay, changes.told, seen, damage))
    else:
        print("\n".join(_lines(replay, seen)))
    if damage is not None:
        complain(f"{name}: {damage}; all before it was replayed.")
        return 1
    if replay.trace.is_cut:
        complain(f"{name} ends within a line; all before it was replayed.")
    return 0


def _play(replay: Replay, shown: _Shown, seen: Watch) -> str | None:
    """Play all of it; return what is wrong with the trace, or None."""
    if not shown.is_json:
        print(head_line(replay.trace.header))
    try:
        while (frame := replay.step()) is not None:
            shown.wait_for(replay.elapsed_s)
            seen.note(frame)
            shown.tell(shown.changes.of(frame, replay.elapsed_s))
            shown.how_far(replay)
    except TraceError as error:
        return str(error)
    finally:
        show_line("")
        replay.trace.close()
    return None


class _Shown:
    """What has been shown so far, and how fast."""

    def __init__(self, speed: float | None, *, is_json: bool) -> None:
        self.is_json = is_json
        self.changes = Changes()
        self.told: list[Change] = []
        self._speed = speed
        self._began_s = time.monotonic()

    def wait_for(self, elapsed_s: float) -> None:
        """Let as much time pass as passed while it was recorded."""
        if self._speed is not None:
            due_s = self._began_s + elapsed_s / self._speed
            time.sleep(max(0.0, due_s - time.monotonic()))

    def how_far(self, replay: Replay) -> None:
        """Show where the recording stands, when it is time to look again."""
        if self._speed is None and replay.seconds % _LOOK_EVERY != 1:
            return
        text = f"replaying, at {replay.elapsed_s:.0f} s"
        share = replay.trace.done_fraction
        show_line(text if share is None else f"{text}, {share:.0%}")

    def tell(self, changes: list[Change]) -> None:
        """Show what is said of a run from now on."""
        self.told.extend(changes)
        if changes and not self.is_json:
            show_line("")
            for change in changes:
                print(change_line(change), flush=self._speed is not None)


def _lines(replay: Replay, seen: Watch) -> list[str]:
    """Return what stands at the end."""
    views = list(seen.runs.values())
    hidden = tuple(seen.unreadable.values())
    ends = view_lines(views, explain=False) or [nothing_seen(None, hidden)]
    compared = "\n".join(difference_lines(replay.differences))
    return ["", "\n\n".join(ends), "", compared]


def _object(
    replay: Replay, changes: list[Change], seen: Watch, damage: str | None
) -> dict[str, Any]:
    header = replay.trace.header
    return {
        "schema": SCHEMA,
        "recorded": {
            "version": header.version,
            "time_s": round(header.wall_s, 3),
            "logical_cpus": header.machine.logical_cpus,
            "seconds": round(replay.elapsed_s, 3),
            "samples": replay.seconds,
            "scrubbed": header.is_scrubbed,
            "cut": replay.trace.is_cut,
            "damage": damage,
        },
        "changes": [
            {
                "at_s": round(change.at_s, 3),
                "run": change.view.run.key,
                **_words(change.words),
            }
            for change in changes
        ],
        "differences": [_difference(one) for one in replay.differences],
        "runs": [view_object(view) for view in seen.runs.values()],
        "unreadable": [unreadable_object(one) for one in seen.unreadable.values()],
    }


def _words(words: Words | None) -> dict[str, Any]:
    """Return what was said of a run; `ended` when there is none any more."""
    if not words:
        return {"state": "ended", "kind": None, "also": []}
    state, *kinds = words
    return {"state": state, "kind": kinds[0] if kinds else None, "also": kinds[1:]}


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "at_s": round(one.at_s, 3),
        "run": one.run_key,
        "live": _words(one.live),
        "replayed": _words(one.replayed),
    }
