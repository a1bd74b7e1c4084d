"""One command of the command line, as its parser sees it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Command:
    """What may be asked of one command, and which module answers.

    It lives in `cli/commands/<name>.py` as `COMMAND`. All of them are imported to
    parse any command line, so that file imports nothing heavy; what answers does.
    """

    name: str
    add: Callable[[Any], argparse.ArgumentParser]
    """Adds its parser to what `add_subparsers` returned."""
    module: str
    """Module with `run(args) -> exit status`, imported only when it is asked."""
