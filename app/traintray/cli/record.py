"""`traintray record`: watch for a while, and keep all that was measured."""

from __future__ import annotations

import argparse
from pathlib import Path

from traintray.cli.chosen import chosen_settings, terminals
from traintray.cli.progress import progress_line
from traintray.cli.streams import INTERRUPTED, plain, tell
from traintray.cli.watching import watch
from traintray.core.assembly import Wishes, build_recorded
from traintray.core.replay.scrub import Scrubber
from traintray.core.replay.trace_file import LineWriter
from traintray.core.sampling.clock import SystemClock
from traintray.settings.tuning import tuning_of


def run(args: argparse.Namespace) -> int:
    """Record for `args.seconds`; return the exit status."""
    path = Path(args.file)
    pid: int | None = args.pid
    if pid is not None and not Path(f"/proc/{pid}").exists():
        tell(f"traintray record: there is no process {pid}\n")
        return 2
    try:
        lines = LineWriter(path)
    except FileExistsError:
        tell(
            f"traintray record: {plain(args.file)} is there already; choose a name"
            " for a new file\n"
        )
        return 2
    clock = SystemClock()
    chosen = chosen_settings()
    wishes = Wishes(
        sustained_s=chosen.sustained_s,
        tuning=tuning_of(chosen),
        forced_pid=pid,
        clock=clock,
        terminals=terminals(),
    )
    clean = Scrubber.of_this_user().clean if args.scrub else _as_it_is
    status = 0
    try:
        pipeline = build_recorded(wishes, lines, clean, is_scrubbed=args.scrub)
        watch(pipeline, clock, args.seconds, progress_line)
    except KeyboardInterrupt:
        progress_line(0)
        status = INTERRUPTED
    finally:
        lines.close()
        if not lines.line_count:
            path.unlink(missing_ok=True)  # nothing could be watched
    if lines.line_count:
        print(_summary(path, lines.line_count, is_scrubbed=args.scrub))
    return status


def _as_it_is(value: object) -> object:
    return value


def _summary(path: Path, line_count: int, *, is_scrubbed: bool) -> str:
    size_kb = path.stat().st_size / 1000
    named = plain(str(path))
    holds = (
        "Names of host and user and paths were left out."
        if is_scrubbed
        else "Names and paths are in it; --scrub leaves them out."
    )
    return (
        f"{max(0, line_count - 1)} samples recorded, {size_kb:.0f} kB. {holds}\n"
        f"To see them: traintray replay {named}"
    )
