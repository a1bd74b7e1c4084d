"""`traintray autostart`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "autostart", help="start the tray application at login", allow_abbrev=False
    )
    parser.add_argument("action", choices=("enable", "disable", "status"))
    return parser


COMMAND = Command("autostart", _add, "traintray.cli.autostart")
