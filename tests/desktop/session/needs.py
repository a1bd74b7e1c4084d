"""The programs that the desktop is made of, and the packages that bring them."""

from __future__ import annotations

import shutil
from pathlib import Path

PACKAGES = {
    "Xvfb": "xvfb",
    "dbus-daemon": "dbus",
    "dbus-send": "dbus",
    "busctl": "systemd",
    "xfwm4": "xfwm4",
    "xfce4-panel": "xfce4-panel",
    "dunst": "dunst",
    "xdotool": "xdotool",
    "xprop": "x11-utils",
    "xwininfo": "x11-utils",
}
SERVICES = {
    "org.xfce.Xfconf": "xfconf",
    "org.freedesktop.Notifications": "xfce4-notifyd",
}
"""Programs that live outside PATH and are found by their D-Bus service files."""

LIBRARIES = ("libxcb-icccm4", "libxcb-keysyms1", "libxcb-cursor0", "libxkbcommon-x11-0")
"""What Qt's X11 plugin loads beyond what a bare Debian has."""


def apt_line() -> str | None:
    """Return the command that installs what is missing, or None if nothing is."""
    missing = {package for tool, package in PACKAGES.items() if not shutil.which(tool)}
    for service, package in SERVICES.items():
        if service_program(service, package.removesuffix("4-notifyd")) is None:
            missing.add(package)
    if not missing:
        return None
    wanted = " ".join(sorted({*missing, *LIBRARIES}))
    return f"apt-get install -y --no-install-recommends {wanted}"


def service_program(bus_name: str, contained: str) -> str | None:
    """Return the program that D-Bus would start for a name."""
    for file in sorted(Path("/usr/share/dbus-1/services").glob("*.service")):
        lines = file.read_text(errors="replace").splitlines()
        command = "".join(x[5:] for x in lines if x.startswith("Exec=")).split()
        if f"Name={bus_name}" in lines and command and contained in command[0]:
            return command[0]
    return None
