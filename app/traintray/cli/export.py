"""`traintray export`: what was remembered, as a file for other programs."""

from __future__ import annotations

import argparse
import time

from traintray.cli.delivery import STANDARD_OUTPUT, deliver, shown_progress
from traintray.cli.remembered import CannotAnswerError, history, told
from traintray.cli.streams import complain, plain
from traintray.core.archive.reading import ArchiveReader
from traintray.core.export.exporting import pieces
from traintray.core.export.order import Form, Order


def run(args: argparse.Namespace) -> int:
    """Write the export; return the exit status."""
    now_s = time.time()
    until_s = now_s if args.until is None else args.until
    if args.since >= until_s:
        end = "now" if args.until is None else "the time of --until"
        complain(f"--since must lie before {end}.")
        return 2
    form = Form.JSON if args.csv is None else Form.CSV
    target = args.json if args.csv is None else args.csv
    order = Order(args.since, until_s, form)
    try:
        with history() as reader:
            _check(reader, order)
            watch = shown_progress("exporting", target)
            deliver(target, pieces(reader, order, watch))
    except CannotAnswerError as error:
        return told(error)
    if target != STANDARD_OUTPUT:
        print(f"Written: {plain(target)}")
    return 0


def _check(reader: ArchiveReader, order: Order) -> None:
    """Raise CannotAnswerError when nothing was remembered in the span."""
    since_s, until_s = order.since_s, order.until_s
    kept = reader.span()
    if kept is not None and kept[0] < until_s and kept[1] >= since_s:
        return
    if reader.runs(since_s, until_s) or reader.knob_changes(since_s, until_s):
        return
    if kept is None:
        raise CannotAnswerError("Nothing has been remembered yet.")
    first, last = (
        time.strftime("%Y-%m-%dT%H:%M", time.localtime(at_s)) for at_s in kept
    )
    raise CannotAnswerError(
        "Nothing was remembered in that time; the history reaches from"
        f" {first} to {last}."
    )
