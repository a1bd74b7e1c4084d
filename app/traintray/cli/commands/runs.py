"""`traintray runs`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs
from traintray.cli.command import Command
from traintray.cli.moments import moment


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "runs",
        help="list the training runs that were seen, and how they ended",
        description="Lists the runs that the tray application has watched, the newest"
        " first. The number is what `traintray report` takes.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--since",
        type=moment,
        metavar="WHEN",
        help="how long ago (30m, 2h, 3d, 1w) or a date (default: all)",
    )
    for_programs(parser)
    return parser


COMMAND = Command("runs", _add, "traintray.cli.runs")
