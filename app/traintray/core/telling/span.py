"""What a snooze is about, and how long it lasts.

Apart from the rest, since the menu of the icon is made before anything else.
"""

from __future__ import annotations

from enum import Enum


class Span(Enum):
    """For how long, and about what, a person wants to hear nothing more."""

    FOR_A_WHILE = "for_a_while"
    """About this run, for as long as the settings say."""
    TODAY = "today"
    """About anything that is not critical, until midnight."""
    THIS_RUN = "this_run"
    """About this run until it ends."""
    THIS_KIND = "this_kind"
    """About this kind of finding, until it is wanted again in the settings."""
