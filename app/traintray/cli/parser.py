"""The command line: what may be asked, and which module answers."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from traintray import __version__
from traintray.cli import commands, streams
from traintray.cli.command import Command
from traintray.core.discovery import collect
from traintray.core.masking import masked_text

_FIRST = ("status", "diagnose", "env", "run", "autostart")
"""Help lists these first; the others follow by name."""

ShowTrace = Callable[[str, float], int]
"""Opens the window on the recording in a file, at a speed."""


def dispatch(
    arguments: Sequence[str],
    start_app: Callable[[bool], int],
    show_trace: ShowTrace | None = None,
) -> int:
    """Answer the command line; return the exit status.

    0: done; 1: it could not be done, with a line that says why; 2: wrong usage, with
    one line; 130: interrupted. `run` ends as its command does.
    """
    return streams.guarded(lambda: _answer(list(arguments), start_app, show_trace))


def _answer(
    arguments: list[str],
    start_app: Callable[[bool], int],
    show_trace: ShowTrace | None,
) -> int:
    parser = _build()
    try:
        args = _parse(parser, arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    if args.command is None:
        return start_app(args.background)
    if args.command == "replay" and args.window and show_trace is not None:
        return show_trace(args.file, args.speed or 1.0)
    return _command(args)


def _command(args: argparse.Namespace) -> int:
    """Import the module that answers, and only that one."""
    (module,) = (one.module for one in _commands() if one.name == args.command)
    return int(importlib.import_module(module).run(args))


def _commands() -> list[Command]:
    """Return every command, in the order in which help lists them."""
    found = collect(commands, "COMMAND", Command)
    order = {name: number for number, name in enumerate(_FIRST)}
    return sorted(found, key=lambda one: (order.get(one.name, len(order)), one.name))


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong, and where to read on."""
        words = masked_text(message).split()
        line = streams.plain(" ".join(map(streams.shortened, words)))
        line = re.sub(r"^argument [^:]+: (?=')", "", line)
        line = re.sub(r"^argument ([^:]+): invalid choice: (.*)", r"no \1 \2", line)
        streams.tell(f"{self.prog}: {line}. See: {self.prog} --help\n")
        self.exit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and version; without any output they are dropped."""
        if file is not None:
            file.write(message)


def _parse(parser: _Parser, arguments: list[str]) -> argparse.Namespace:
    if arguments[:1] == ["run"]:
        # All behind `run` is somebody else's command line: nothing in it is ours.
        own = arguments[1:2] if arguments[1:2] in (["-h"], ["--help"]) else []
        args = parser.parse_args(["run", *own])
        args.words = _command_words(parser, arguments[1:])
        return args
    args = parser.parse_args(arguments)
    if args.command is not None and args.background:
        parser.error("--background starts the tray application and takes no command")
    return args


def _command_words(parser: _Parser, words: list[str]) -> list[str]:
    if words[:1] == ["--"]:
        words = words[1:]
    elif words and words[0].startswith("-"):
        parser.error(f"run has no option {words[0]}; write: traintray run -- COMMAND")
    if not words:
        parser.error("run needs a command; write: traintray run -- COMMAND")
    return words


def _build() -> _Parser:
    parser = _Parser(
        prog="traintray",
        description="Says why the CPU is full while you train, and turns the knob"
        " that helps. Without a command it starts the tray application.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version())
    parser.add_argument(
        "--background",
        action="store_true",
        help="start the tray application without opening its window",
    )
    added = parser.add_subparsers(dest="command", metavar="COMMAND")
    for one in _commands():
        one.add(added)
    return parser


def _version() -> str:
    return f"traintray {__version__}"
