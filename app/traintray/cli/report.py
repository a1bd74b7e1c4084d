"""`traintray report`: one run as an HTML page."""

from __future__ import annotations

import argparse
import math
import time

from traintray.cli.chosen import chosen_settings
from traintray.cli.delivery import STANDARD_OUTPUT, deliver, shown_progress
from traintray.cli.remembered import CannotAnswerError, history, told
from traintray.cli.spoken_language import language_of
from traintray.cli.streams import plain
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import RunRecord
from traintray.core.report.page import report
from traintray.core.runs.still_there import as_it_stands


def run(args: argparse.Namespace) -> int:
    """Write the page; return the exit status."""
    chosen = chosen_settings()  # with --lang too: memory is told in its units
    language = args.lang or language_of(chosen.language)
    try:
        with history() as reader:
            found = as_it_stands(_find(reader, args.run))
            watch = shown_progress("writing the report", args.html)
            page = report(reader, found, language, time.time(), watch)
    except CannotAnswerError as error:
        return told(error)
    deliver(args.html, iter((page.encode("utf-8", "replace"),)))
    if args.html != STANDARD_OUTPUT:
        print(f"Written: {plain(args.html)}")
    return 0


def _find(reader: ArchiveReader, number: int | None) -> RunRecord:
    """Return the run of a number, for None the last; CannotAnswerError without one."""
    found = None if number is None else reader.run(number)
    if found is not None:
        return found
    newest = reader.runs(0.0, math.inf)
    if not newest:
        raise CannotAnswerError("No training run has been remembered yet.")
    if number is None:
        return newest[0]
    last = newest[0].number
    raise CannotAnswerError(
        f"No run {number} is remembered; the last one is {last}. See: traintray runs"
    )
