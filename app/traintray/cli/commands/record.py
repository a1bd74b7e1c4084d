"""`traintray record`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import pid, seconds
from traintray.cli.command import Command

_LOW_S, _HIGH_S = 5, 86_400


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "record",
        help="write all that is measured into a file, to be replayed elsewhere",
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", metavar="FILE", help="a new file; compressed if its name ends in .gz"
    )
    parser.add_argument(
        "--seconds",
        type=seconds(_LOW_S, _HIGH_S),
        default=60.0,
        metavar="N",
        help=f"how long to record, {_LOW_S} to {_HIGH_S} s (default: 60)",
    )
    parser.add_argument(
        "--pid",
        type=pid,
        metavar="PID",
        help="take this process for a run, whatever it is",
    )
    parser.add_argument(
        "--scrub",
        action="store_true",
        help="leave out the names of host and users, and paths",
    )
    return parser


COMMAND = Command("record", _add, "traintray.cli.record")
