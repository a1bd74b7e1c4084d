"""Signals that whoever started the tests ignores, as `nohup` and a shell without job
control do.
"""

from __future__ import annotations

import signal
from types import FrameType

_ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


def heed_in_children() -> None:
    """Go on ignoring them here, but not in the programs that tests start and end.

    An ignored signal stays ignored in a program that is started; one with a handler
    gets its default back.
    """
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _ignore)


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing."""
