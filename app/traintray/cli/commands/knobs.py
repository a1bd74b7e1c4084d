"""`traintray knobs`."""

from __future__ import annotations

import argparse
from typing import Any

from traintray.cli.arguments import for_programs, of_file, pid, seconds
from traintray.cli.command import Command

_LOW_S, _HIGH_S = 3, 3600


def _add(commands: Any) -> argparse.ArgumentParser:
    knobs: argparse.ArgumentParser = commands.add_parser(
        "knobs",
        help="list what can be changed for the next run or right now, and change it",
        description="Without an action: watches the run that computes most, and lists"
        " every knob with its value now, the recommended one and the arithmetic."
        " Only the knobs listed under `Right now` change the run in progress.",
        allow_abbrev=False,
    )
    _of_run(knobs, None)
    for_programs(knobs)
    actions = knobs.add_subparsers(dest="action", metavar="ACTION")
    for name, words in (
        ("plan", "show what a knob is and would change; write nothing"),
        ("apply", "write it to the env file, or change the run in progress"),
    ):
        _add_change(actions.add_parser(name, help=words, allow_abbrev=False), name)
    _add_undo(actions)
    return knobs


def _add_change(action: argparse.ArgumentParser, name: str) -> None:
    action.add_argument("name", metavar="NAME")
    action.add_argument(
        "value",
        nargs="?",
        metavar="VALUE",
        help="default: the one that is recommended to the run",
    )
    action.add_argument(
        "--replace",
        action="store_true",
        help="also take out lines that you wrote by hand for the same names",
    )
    if name == "apply":
        action.add_argument(
            "--for-good",
            action="store_true",
            help="also what cannot be undone without root (nice)",
        )
        action.add_argument(
            "--stay",
            action="store_true",
            help="of a run in progress: reach threads born later too, until it ends",
        )
    _of_run(action, argparse.SUPPRESS)
    of_file(action)


def _add_undo(actions: Any) -> None:
    undo = actions.add_parser(
        "undo", help="take back the last change of a knob", allow_abbrev=False
    )
    undo.add_argument("name", metavar="NAME")
    undo.add_argument(
        "--run",
        type=pid,
        metavar="PID",
        default=argparse.SUPPRESS,
        help="the run in progress that a live knob was applied to",
    )
    of_file(undo)


def _of_run(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--run",
        type=pid,
        metavar="PID",
        default=default,
        help="the run this process belongs to (default: the one that computes most)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds(_LOW_S, _HIGH_S),
        metavar="N",
        default=default,
        help=f"how long to watch, {_LOW_S} to {_HIGH_S} s (default: 25)",
    )


COMMAND = Command("knobs", _add, "traintray.cli.knobs")
