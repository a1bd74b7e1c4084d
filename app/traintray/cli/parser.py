"""The command line: what may be asked, and which module answers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from traintray import __version__
from traintray.cli import streams

_SECONDS = (5, 3600)


def dispatch(arguments: Sequence[str], start_app: Callable[[bool], int]) -> int:
    """Answer the command line; return the exit status.

    0: done; 1: it could not be done, with a line that says why; 2: wrong usage, with
    one line; 130: interrupted. `run` ends as its command does.
    """
    return streams.guarded(lambda: _answer(list(arguments), start_app))


def _answer(arguments: list[str], start_app: Callable[[bool], int]) -> int:
    parser = _build()
    try:
        args = _parse(parser, arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    if args.command is None:
        return start_app(args.background)
    return _command(args)


def _command(args: argparse.Namespace) -> int:
    """Import the module that answers, and only that one."""
    if args.command == "status":
        from traintray.cli.status import run as status

        return status(args)
    if args.command == "diagnose":
        from traintray.cli.diagnose import run as diagnose

        return diagnose(args)
    if args.command == "env":
        from traintray.cli.env import run as env

        return env(args)
    if args.command == "run":
        from traintray.cli.run import run as become

        return become(args)
    from traintray.cli.autostart import run as autostart

    return autostart(args)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong, and where to read on."""
        line = streams.plain(" ".join(map(streams.shortened, message.split())))
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
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_watching(commands)
    _add_env(commands)
    commands.add_parser(
        "run",
        prog="traintray run",
        usage="traintray run -- COMMAND [ARGUMENT ...]",
        help="start a command with the env file applied",
        description="Starts COMMAND with the variables of the env file; they win over"
        " those of the shell. Exit status, signals and terminal are the command's own.",
    )
    autostart = commands.add_parser(
        "autostart", help="start the tray application at login", allow_abbrev=False
    )
    autostart.add_argument("action", choices=("enable", "disable", "status"))
    return parser


def _version() -> str:
    return f"traintray {__version__}"


def _add_watching(commands: Any) -> None:
    status = commands.add_parser(
        "status", help="print what the machine does now", allow_abbrev=False
    )
    diagnose = commands.add_parser(
        "diagnose",
        help="watch for a while and print a verdict for each training run",
        allow_abbrev=False,
    )
    low, high = _SECONDS
    diagnose.add_argument(
        "--seconds",
        type=_seconds,
        default=40.0,
        metavar="N",
        help=f"how long to watch, {low} to {high} s (default: 40)",
    )
    diagnose.add_argument(
        "--pid", type=_pid, metavar="PID", help="only the run this process belongs to"
    )
    diagnose.add_argument(
        "--explain",
        action="store_true",
        help="say of each number why its threshold is there and what prints it",
    )
    for parser in (status, diagnose):
        parser.add_argument("--json", action="store_true", help="for programs")


def _add_env(commands: Any) -> None:
    env = commands.add_parser(
        "env",
        help="show or change the variables of the next run",
        description="The env file holds variables for the runs you start next. Running"
        " programs are never changed.",
        allow_abbrev=False,
    )
    actions = env.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("path", help="print where the file is", allow_abbrev=False)
    show = actions.add_parser("show", help="print what it sets", allow_abbrev=False)
    show.add_argument("--json", action="store_true", help="for programs")
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
    actions.add_parser("undo", help="take back the last change", allow_abbrev=False)


def _seconds(text: str) -> float:
    low, high = _SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not low <= seconds <= high:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds from {low} to {high}"
        )
    return seconds


def _pid(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,9}", text):  # Linux ends at 2 ** 22
        raise argparse.ArgumentTypeError(f"{text!r} is not a process number")
    return int(text)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value
