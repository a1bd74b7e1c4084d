"""Says on a terminal how long it still takes."""

from __future__ import annotations

import sys

from traintray.cli.streams import tell

_WIDTH = 30


def progress_line(left_s: float) -> None:
    """Show the seconds that are left, or clear the line; say nothing elsewhere.

    Blanks clear it, not an escape code: a terminal like that of Emacs knows none.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        text = f"watching, {left_s:.0f} s left" if left_s else ""
        tell(f"\r{text:<{_WIDTH}}" if text else f"\r{text:<{_WIDTH}}\r")
