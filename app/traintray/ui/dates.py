"""Days and times of day of the past, as people say them."""

from __future__ import annotations

import time
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication

from traintray.ui import format as fmt

translate = QCoreApplication.translate


def day_of(wall_s: float) -> date:
    """Return the local day of an instant, in seconds since 1970."""
    local = time.localtime(wall_s)
    return date(local.tm_year, local.tm_mon, local.tm_mday)


def midnight(day: date) -> float:
    """Return when a day begins here, in seconds since 1970."""
    return datetime(day.year, day.month, day.day).timestamp()


def day_name(day: date) -> str:
    """`29 Nov`."""
    template = translate("Dates", "{day} {month}")
    return template.format(day=day.day, month=_months()[day.month - 1])


def weekday(day: date) -> str:
    """`Sat`."""
    return (
        translate("Dates", "Mon"),
        translate("Dates", "Tue"),
        translate("Dates", "Wed"),
        translate("Dates", "Thu"),
        translate("Dates", "Fri"),
        translate("Dates", "Sat"),
        translate("Dates", "Sun"),
    )[day.weekday()]


def moment(wall_s: float, now_s: float) -> str:
    """`today 14:33`, `28 Nov 22:54`."""
    clock, day, today = fmt.clock(wall_s, seconds=False), day_of(wall_s), day_of(now_s)
    if day == today:
        return translate("Dates", "today {time}").format(time=clock)
    template = translate("Dates", "{date} {time}")
    return template.format(date=day_name(day), time=clock)


def hours(seconds: float) -> str:
    """`6.7 h`; below six minutes `4 min`; a dash for nothing."""
    if seconds <= 0:
        return fmt.MISSING
    if seconds < 360:
        number = max(1, round(seconds / 60))
        return translate("Dates", "{number}\u00a0min").format(number=number)
    return translate("Dates", "{number}\u00a0h").format(number=f"{seconds / 3600:.1f}")


def _months() -> tuple[str, ...]:
    return (
        translate("Dates", "Jan"),
        translate("Dates", "Feb"),
        translate("Dates", "Mar"),
        translate("Dates", "Apr"),
        translate("Dates", "May"),
        translate("Dates", "Jun"),
        translate("Dates", "Jul"),
        translate("Dates", "Aug"),
        translate("Dates", "Sep"),
        translate("Dates", "Oct"),
        translate("Dates", "Nov"),
        translate("Dates", "Dec"),
    )
