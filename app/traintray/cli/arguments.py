"""Kinds of arguments that several commands take."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path


def seconds(low: float, high: float) -> Callable[[str], float]:
    """Return what reads a number of seconds from `low` to `high`."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        if not low <= found <= high:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a number of seconds from {low:g} to {high:g}"
            )
        return found

    return read


def pid(text: str) -> int:
    """Read a process number."""
    if not re.fullmatch("0*[1-9][0-9]{0,9}", text):  # Linux ends at 2 ** 22
        raise argparse.ArgumentTypeError(f"{text!r} is not a process number")
    return int(text)


def of_file(parser: argparse.ArgumentParser) -> None:
    """Add `--file`."""
    parser.add_argument(
        "--file",
        type=_path,
        metavar="FILE",
        help="change a block of our own in this file instead of the env file",
    )


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no file")
    return Path(text).absolute()


def for_programs(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="for programs")
