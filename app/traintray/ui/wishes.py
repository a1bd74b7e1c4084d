"""The settings that concern notifications, as the core takes them."""

from __future__ import annotations

from traintray.core.telling.wishes import Wishes, minutes
from traintray.settings.settings import Settings

SILENT = Wishes(tips=False, helped=False, finished=False, died=False)
"""For a recording: what was is no news."""


def wishes_of(settings: Settings) -> Wishes:
    """Return what the user wants to be told."""
    span = minutes(settings.quiet_from), minutes(settings.quiet_until)
    return Wishes(
        tips=settings.notify,
        helped=settings.notify_helped,
        finished=settings.notify_finished,
        died=settings.notify_died,
        muted_kinds=frozenset(settings.muted_kinds),
        quiet_minutes=span if settings.quiet_hours else None,
        tips_a_day=settings.tips_a_day,
        snooze_s=settings.snooze_minutes * 60.0,
    )
