"""`traintray report`."""

from __future__ import annotations

import argparse
import re
from typing import Any

from traintray.cli.command import Command
from traintray.cli.spoken_language import LANGUAGES


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "report",
        help="write an HTML page about one run",
        description="Writes one page that needs nothing beside it: graphs, what was"
        " found with its evidence, and the run before it. Secrets in command lines and"
        " variables are masked.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "run",
        type=_run,
        metavar="RUN",
        help="number of the run, as `traintray runs` shows it, or `last`",
    )
    parser.add_argument(
        "--html", required=True, metavar="FILE", help="the page; - is standard output"
    )
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        help="language of the page (default: that of the settings)",
    )
    return parser


def _run(text: str) -> int | None:
    """Read the number of a run; None for the last one."""
    if text == "last":
        return None
    if not re.fullmatch("[0-9]{1,15}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no run; write its number, or last"
        )
    return int(text)


COMMAND = Command("report", _add, "traintray.cli.report")
