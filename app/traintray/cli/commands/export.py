"""`traintray export`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.command import Command
from traintray.cli.moments import moment


def _add(commands: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        "export",
        help="write what was remembered to a CSV or JSON file",
        description="Writes samples, runs, episodes, notifications and changes of knobs"
        " of a span of time. Secrets in command lines and variables are masked.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--since",
        type=moment,
        required=True,
        metavar="WHEN",
        help="how long ago (30m, 2h, 3d, 1w) or a date (2026-11-30, 2026-11-30T14:00)",
    )
    parser.add_argument(
        "--until", type=moment, metavar="WHEN", help="the same (default: now)"
    )
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--csv", metavar="FILE", help="one table; - is standard output")
    form.add_argument("--json", metavar="FILE", help="one object; - is standard output")
    return parser


COMMAND = Command("export", _add, "traintray.cli.export")
