"""The tray: what it shows, and real clicks on it."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.session.failure import Failure, wait_for
from desktop.session.pointer import Window
from desktop.session.screen import Picture
from desktop.session.settings_files import TRAY_PLUGIN

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop

_WATCHER = "org.kde.StatusNotifierWatcher"
_ITEM = "org.kde.StatusNotifierItem"
_PANEL_CLASS = "wrapper-2.0"
"""The process in which the panel runs its tray."""


class Tray:
    """The icons in the panel. `identity` is a program's applicationName()."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def items(self) -> list[dict[str, Any]]:
        """Return the icons from left to right, as the panel draws them."""
        command = ["xfconf-query", "-c", "xfce4-panel"]
        command += ["-p", f"{TRAY_PLUGIN}/known-items"]
        done = subprocess.run(
            command, env=self._desktop.env, capture_output=True, text=True
        )
        known = done.stdout.split("\n\n", 1)[-1].splitlines()
        order = {identity: place for place, identity in enumerate(known)}
        return sorted(self._registered(), key=lambda i: order.get(i["Id"], len(order)))

    def wait(self, identity: str, seconds: float = 10.0) -> None:
        """Wait until the icon is registered and the panel has made room for it."""
        wait_for(lambda: self.is_drawn(identity), seconds, f"the icon {identity!r}")

    def is_drawn(self, identity: str) -> bool:
        items = self.items()
        if identity not in [item["Id"] for item in items]:
            return False
        strip = self._strip()
        return strip is not None and strip.width >= len(items) * strip.height

    def tooltip(self, identity: str) -> str:
        """Return the tooltip's title and text."""
        _icon, _pixmaps, title, text = self._item(identity)["ToolTip"]
        return "\n".join(part for part in (title, text) if part)

    def click(self, identity: str, button: str = "left", times: int = 1) -> None:
        self._desktop.pointer.click(*self.where(identity), button, times)

    def where(self, identity: str) -> tuple[int, int]:
        """Return the middle of the icon on the screen."""
        identities = [item["Id"] for item in self.items()]
        strip = self._strip()
        if identity not in identities or strip is None:
            raise Failure(f"no icon {identity!r} in the tray, only {identities}")
        place = 2 * identities.index(identity) + 1
        x = strip.x + strip.width * place // (2 * len(identities))
        return x, strip.y + strip.height // 2

    def menu(self, identity: str) -> list[dict[str, Any]]:
        """Return the top level of the menu, as the program last described it."""
        item = self._item(identity)
        layout = ("com.canonical.dbusmenu", "GetLayout", "iias", 0, 1, 0)
        call = self._desktop.bus.call(item["service"], item["Menu"], *layout)
        return [_entry(child["data"]) for child in call[1][2]]

    def choose(self, identity: str, label: str) -> None:
        """Open the menu with a right click and pick the entry with the keyboard."""
        self.open_menu(identity)
        labels = [
            entry["label"]
            for entry in self.menu(identity)
            if entry["visible"] and entry["enabled"] and not entry["separator"]
        ]
        if label not in labels:
            self._desktop.pointer.key("Escape")
            raise Failure(f"no entry {label!r} that can be chosen, only {labels}")
        time.sleep(0.3)
        # The arrow key passes over what cannot be chosen.
        downs = ["Down"] * (labels.index(label) + 1)
        self._desktop.pointer.key(*downs, "Return")

    def open_menu(self, identity: str) -> None:
        self.click(identity, "right")
        wait_for(self._menu_window, 5, "the menu")

    def picture(self, identity: str) -> Picture:
        """Return the icon as the panel draws it."""
        self._desktop.pointer.park()
        time.sleep(0.3)
        x, y = self.where(identity)
        strip = self._strip()
        half = strip.height // 2 if strip is not None else 16
        return self._desktop.screen().crop(x - half, y - half, 2 * half, 2 * half)

    def shot(self, identity: str, path: Path) -> Path:
        return self.picture(identity).enlarged(8).save(path)

    def _menu_window(self) -> bool:
        windows = self._desktop.pointer.windows(_PANEL_CLASS)
        return any(window.height > 60 or window.y > 5 for window in windows)

    def _item(self, identity: str) -> dict[str, Any]:
        for item in self._registered():
            if item["Id"] == identity:
                return item
        raise Failure(f"no icon {identity!r} in the tray")

    def _registered(self) -> list[dict[str, Any]]:
        bus = self._desktop.bus
        try:
            entries = bus.read_property(
                _WATCHER,
                "/StatusNotifierWatcher",
                _WATCHER,
                "RegisteredStatusNotifierItems",
            )
        except Failure:
            return []
        items = []
        for entry in entries:
            service, slash, rest = entry.partition("/")
            item: dict[str, Any] = {"service": service}
            try:
                for name in ("Id", "Menu", "ToolTip"):
                    item[name] = bus.read_property(service, slash + rest, _ITEM, name)
            except Failure:
                continue  # it has gone, or is not up yet
            items.append(item)
        return items

    def _strip(self) -> Window | None:
        """Return the part of the panel that holds the icons, if it has any."""
        for window in self._desktop.pointer.windows(_PANEL_CLASS):
            if window.y < 5 and window.height < 60:
                return window
        return None


def _entry(data: list[Any]) -> dict[str, Any]:
    number, properties, _children = data
    values = {name: value["data"] for name, value in properties.items()}
    label = values.get("label", "")
    return {
        "id": number,
        # "_" marks the letter for the keyboard; "__" is an underscore.
        "label": "_".join(part.replace("_", "") for part in label.split("__")),
        "separator": values.get("type") == "separator",
        "visible": values.get("visible", True),
        "enabled": values.get("enabled", True),
        "checked": values.get("toggle-state") == 1,
    }
