"""Says on a terminal how long it still takes."""

from __future__ import annotations

import sys

from traintray.cli.streams import tell

_WIDTH = 40
"""More than any line here has letters: it must cover the one before."""


def progress_line(left_s: float) -> None:
    """Show the seconds that are left, or clear the line; say nothing elsewhere."""
    show_line(f"watching, {left_s:.0f} s left" if left_s else "")


def progress_share(doing: str, done_fraction: float) -> None:
    """Show how much of something is done, 0..1, or clear the line when all is."""
    show_line(f"{doing}, {done_fraction:.0%}" if done_fraction < 1 else "")


def show_line(text: str) -> None:
    """Show a line in place of the one before, or clear it; nothing elsewhere.

    Blanks clear it, not an escape code: a terminal like that of Emacs knows none.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        tell(f"\r{text:<{_WIDTH}}" if text else f"\r{text:<{_WIDTH}}\r")
