"""`traintray advice`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import pid
from traintray.cli.command import Command
from traintray.cli.spoken_language import LANGUAGES


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "advice",
        help="print what to do about a finding, or a page of the library",
        description="Prints the advice on a kind of finding (such as input_bound) or a"
        " strategy of the library (such as threads, or its number 1 to 8). Without a"
        " word it lists both. With --pid it shows the lines for what that run uses, and"
        " ticks off what is in place there.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "word", nargs="?", metavar="KIND|STRATEGY", help="what to print"
    )
    parser.add_argument(
        "--pid",
        type=pid,
        metavar="PID",
        help="speak of the training run with this process",
    )
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        help="language of the text (default: that of the settings)",
    )
    return parser


COMMAND = Command("advice", _add, "traintray.cli.advice")
