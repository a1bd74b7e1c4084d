"""`traintray doctor`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs
from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "doctor",
        help="say what can be read here, what cannot, and what to do about it",
        description="Looks at every source of figures and at the user's files. Ends"
        " with 1 when something is wrong that you can mend.",
        allow_abbrev=False,
    )
    for_programs(parser)
    return parser


COMMAND = Command("doctor", _add, "traintray.cli.examine")
