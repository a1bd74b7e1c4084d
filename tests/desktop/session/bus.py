"""Looks at the session bus through busctl, so that nothing leans on the app."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

from desktop.session.failure import Failure

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop


class Bus:
    """The session bus of a desktop."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def has_owner(self, name: str) -> bool:
        """Whether somebody owns that name."""
        owner = ("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner")
        try:
            return bool(self.call(*owner, "s", name)[0])
        except Failure:
            return False

    def call(
        self, service: str, path: str, interface: str, method: str, *arguments: Any
    ) -> list[Any]:
        """Call a method; `arguments` are its signature and values. Failure on error."""
        text = self._busctl(
            "call", service, path, interface, method, *map(str, arguments)
        )
        return json.loads(text)["data"] if text.strip() else []

    def read_property(self, service: str, path: str, interface: str, name: str) -> Any:
        text = self._busctl("get-property", service, path, interface, name)
        return json.loads(text)["data"]

    def _busctl(self, *arguments: str) -> str:
        address = self._desktop.env["DBUS_SESSION_BUS_ADDRESS"]
        done = subprocess.run(
            ["busctl", f"--address={address}", "--json=short", *arguments],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Failure(f"busctl {arguments[0]}: {done.stderr.strip()}")
        return done.stdout
