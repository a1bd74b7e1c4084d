"""`traintray run`. The parser takes the command line behind it as it stands."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "run",
        prog="traintray run",
        usage="traintray run -- COMMAND [ARGUMENT ...]",
        help="start a command with the env file applied",
        description="Starts COMMAND with the variables of the env file; they win over"
        " those of the shell. Exit status, signals and terminal are the command's own.",
    )
    return parser


COMMAND = Command("run", _add, "traintray.cli.run")
