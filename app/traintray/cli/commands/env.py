"""`traintray env`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs, of_file
from traintray.cli.command import Command


def _add(commands: Any) -> argparse.ArgumentParser:
    env: argparse.ArgumentParser = commands.add_parser(
        "env",
        help="show or change the variables of the next run",
        description="The env file holds variables for the runs you start next. Running"
        " programs are never changed.",
        allow_abbrev=False,
    )
    actions = env.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("path", help="print where the file is", allow_abbrev=False)
    show = actions.add_parser("show", help="print what it sets", allow_abbrev=False)
    for_programs(show)
    setter = actions.add_parser("set", help="set variables", allow_abbrev=False)
    setter.add_argument("pairs", nargs="+", type=_pair, metavar="NAME=VALUE")
    unsetter = actions.add_parser("unset", help="remove variables", allow_abbrev=False)
    unsetter.add_argument("names", nargs="+", metavar="NAME")
    for parser in (setter, unsetter):
        parser.add_argument(
            "--replace",
            action="store_true",
            help="also take out lines that you wrote by hand for the same names",
        )
    undo = actions.add_parser(
        "undo", help="take back the last change", allow_abbrev=False
    )
    undo.add_argument(
        "--all", action="store_true", help="every change that is remembered (10)"
    )
    for parser in (show, setter, unsetter, undo):
        of_file(parser)
    return env


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value


COMMAND = Command("env", _add, "traintray.cli.env")
