"""The desktop: a screen, the session bus, the tray, notifications."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from traintray.platform.doctor.check import Begins, Check, Health, Topic


def _look(root: Path, begins: Begins) -> Iterator[Check]:
    del root  # the session is not in the file system
    begins("desktop.qt")
    yield _qt()
    screen = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not screen:
        found = "no screen: the commands work, the tray application does not"
        yield Check("desktop.screen", Health.ABSENT, found)
        return
    kind = "Wayland" if os.environ.get("WAYLAND_DISPLAY") else "X11"
    yield Check("desktop.screen", Health.OK, f"{kind}, {screen}")
    yield from _bus(begins)


def _bus(begins: Begins) -> Iterator[Check]:
    # Only here: without a screen jeepney need not be installed.
    from traintray.platform.bus_question import has_tray, notification_server
    from traintray.platform.session_bus import bus_address

    begins("desktop.bus")
    try:
        yield Check("desktop.bus", Health.OK, bus_address())
    except OSError as error:
        remedy = "Start the app inside a desktop session, or with dbus-run-session."
        yield Check("desktop.bus", Health.WRONG, str(error), remedy)
        return
    begins("desktop.tray")
    yield _tray(has_tray)
    begins("desktop.notifications")
    try:
        name, number, offers = notification_server()
    except OSError as error:
        found = f"no notification server: {error}"
        remedy = "Install one, such as xfce4-notifyd, dunst or mako."
        yield Check("desktop.notifications", Health.WRONG, found, remedy)
        return
    found = f"{name} {number}: {', '.join(offers)}"
    if "actions" not in offers:
        found += "; it shows no buttons, so tips open from the tray menu"
    yield Check("desktop.notifications", Health.OK, found)


def _tray(has_tray: object) -> Check:
    assert callable(has_tray)
    try:
        is_there = has_tray()
    except OSError as error:
        return Check("desktop.tray", Health.ABSENT, f"cannot be told: {error}")
    if is_there:
        return Check("desktop.tray", Health.OK, "icons by D-Bus (StatusNotifierItem)")
    found = "nobody shows icons by D-Bus; a panel with an old tray may still do"
    remedy = None
    if "GNOME" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
        remedy = "On GNOME install the extension AppIndicator and log in again."
    return Check("desktop.tray", Health.ABSENT, found, remedy)


def _qt() -> Check:
    try:
        number = version("PySide6-Essentials")
    except PackageNotFoundError:
        remedy = "Install it: pip install 'PySide6-Essentials>=6.8,<6.12'"
        return Check("desktop.qt", Health.WRONG, "PySide6 is not installed", remedy)
    parts = tuple(map(int, re.findall(r"\d+", number)[:2]))
    if parts >= (6, 12) and sys.version_info < (3, 12):
        found = f"PySide6 {number} aborts after a while on this Python"
        remedy = "Install an older one: pip install 'PySide6-Essentials<6.12'"
        return Check("desktop.qt", Health.WRONG, found, remedy)
    return Check("desktop.qt", Health.OK, f"PySide6 {number}")


CHECKS = Topic(30, _look)
