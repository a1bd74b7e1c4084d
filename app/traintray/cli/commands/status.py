"""`traintray status`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs
from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "status", help="print what the machine does now", allow_abbrev=False
    )
    for_programs(parser)
    return parser


COMMAND = Command("status", _add, "traintray.cli.status")
