"""How each part of the desktop is started, and when it is ready."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.session.failure import Failure, wait_for
from desktop.session.needs import SERVICES, service_program
from desktop.session.process import Process

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop

READY_S = 20.0
ORDER = ("xserver", "bus", "spy", "conf", "wm", "panel", "notify")
NOTIFICATIONS = "org.freedesktop.Notifications"


def start(desktop: Desktop, part: str) -> Process:
    """Start one part; return once it answers, not merely once it was launched."""
    process = _LAUNCH[part](desktop)

    def ready() -> bool:
        if not process.running:
            raise Failure(f"{part} ended at once and wrote:\n{process.log}")
        return _READY[part](desktop)

    try:
        wait_for(ready, READY_S, f"{part} to get ready")
    except Failure:
        process.end()
        raise
    return process


def _launch(desktop: Desktop, part: str, *command: str) -> Process:
    return Process(command, desktop.env, desktop.folder / "log" / part)


def _launch_xserver(desktop: Desktop) -> Process:
    """Let Xvfb take the first free display and keep its screen in a file."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0"]
    command += [f"{desktop.screen_size}x24", "-fbdir", str(desktop.folder / "screen")]
    command += ["-nolisten", "tcp", "-noreset", "+extension", "RANDR"]
    log = desktop.folder / "log/xserver"
    process = Process(command, desktop.env, log, pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    if not number:
        raise Failure(f"Xvfb did not start:\n{process.log}")
    desktop.env["DISPLAY"] = f":{number}"
    return process


def _launch_bus(desktop: Desktop) -> Process:
    (desktop.folder / "bus").unlink(missing_ok=True)
    config = f"--config-file={desktop.folder}/bus.conf"
    return _launch(desktop, "bus", "dbus-daemon", "--nofork", "--nopidfile", config)


def _launch_spy(desktop: Desktop) -> Process:
    """Write down what passes between programs and the notification daemon.

    It lasts through restarts of the daemon: the bus matches it by name.
    """
    command = ["busctl", f"--address={desktop.env['DBUS_SESSION_BUS_ADDRESS']}"]
    command += ["--json=short", f"--match=interface='{NOTIFICATIONS}'"]
    command += [f"--match=type='method_return',sender='{NOTIFICATIONS}'"]
    owner = f"type='signal',member='NameOwnerChanged',arg0='{NOTIFICATIONS}'"
    return _launch(desktop, "spy", *command, f"--match={owner}", "monitor")


def _launch_service(desktop: Desktop, part: str, bus_name: str, hint: str) -> Process:
    program = service_program(bus_name, hint)
    if program is None:
        raise Failure(f"not installed: {SERVICES[bus_name]}")
    return _launch(desktop, part, program)


def _launch_notify(desktop: Desktop) -> Process:
    if desktop.notify == "dunst":
        config = str(desktop.folder / "dunstrc")
        return _launch(desktop, "notify", "dunst", "-config", config)
    return _launch_service(desktop, "notify", NOTIFICATIONS, "xfce4")


_LAUNCH: dict[str, Callable[[Desktop], Process]] = {
    "xserver": _launch_xserver,
    "bus": _launch_bus,
    "spy": _launch_spy,
    "conf": lambda d: _launch_service(d, "conf", "org.xfce.Xfconf", "xfconf"),
    "wm": lambda d: _launch(
        d, "wm", "xfwm4", "--compositor=off", "--sm-client-disable"
    ),
    "panel": lambda d: _launch(
        d, "panel", "xfce4-panel", "--disable-wm-check", "--sm-client-disable"
    ),
    "notify": _launch_notify,
}


def _panel_is_ready(desktop: Desktop) -> bool:
    """The panel has said that it shows status notifier items, and is on screen."""
    watcher = "org.kde.StatusNotifierWatcher"
    if not desktop.bus.has_owner(watcher):
        return False
    try:
        path, name = "/StatusNotifierWatcher", "IsStatusNotifierHostRegistered"
        shown = desktop.bus.read_property(watcher, path, watcher, name)
    except Failure:
        return False
    return bool(shown) and bool(desktop.pointer.windows("xfce4-panel"))


_READY: dict[str, Callable[[Desktop], bool]] = {
    "xserver": lambda d: "DISPLAY" in d.env,
    "bus": lambda d: d.bus.has_owner("org.freedesktop.DBus"),
    "spy": lambda d: bool((d.folder / "log/spy").stat().st_size),
    "conf": lambda d: d.bus.has_owner("org.xfce.Xfconf"),
    "wm": lambda d: "window id" in d.pointer.root_property("_NET_SUPPORTING_WM_CHECK"),
    "panel": _panel_is_ready,
    "notify": lambda d: d.bus.has_owner(NOTIFICATIONS),
}
