"""`traintray diagnose`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs, pid, seconds
from traintray.cli.command import Command

_LOW_S, _HIGH_S = 5, 3600


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "diagnose",
        help="watch for a while and print a verdict for each training run",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seconds",
        type=seconds(_LOW_S, _HIGH_S),
        default=40.0,
        metavar="N",
        help=f"how long to watch, {_LOW_S} to {_HIGH_S} s (default: 40)",
    )
    parser.add_argument(
        "--pid", type=pid, metavar="PID", help="only the run this process belongs to"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say of each number why its threshold is there and what prints it",
    )
    for_programs(parser)
    return parser


COMMAND = Command("diagnose", _add, "traintray.cli.diagnose")
