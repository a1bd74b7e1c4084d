"""`traintray settings`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs
from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "settings",
        help="show the settings with their ranges, or change one",
        description="Shows all settings, or the one that is named; with a VALUE"
        " changes it. The app follows at once. VALUE may be “default”.",
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("value", nargs="?", metavar="VALUE")
    for_programs(parser)
    return parser


COMMAND = Command("settings", _add, "traintray.cli.settings")
