"""`traintray replay`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.command import Command

_LOW, _HIGH = 0.1, 1000


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "replay",
        help="show what was recorded as it was seen then",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="what `traintray record` wrote")
    parser.add_argument(
        "--speed",
        type=_speed,
        metavar="N",
        help="how many times as fast as it was; 1 is real time"
        " (default: as fast as possible, in the window 1)",
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="for programs")
    shown.add_argument(
        "--window",
        action="store_true",
        help="show it in the window, as the user saw it",
    )
    return parser


def _speed(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not _LOW <= found <= _HIGH:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a speed from {_LOW:g} to {_HIGH:g}"
        )
    return found


COMMAND = Command("replay", _add, "traintray.cli.replay")
