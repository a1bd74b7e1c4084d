"""Notifications: what was sent, what became of it, and real clicks on it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.session.failure import Failure, wait_for
from desktop.session.pointer import Window
from desktop.session.screen import Picture

if TYPE_CHECKING:
    from desktop.session.desktop import Desktop

Note = dict[str, Any]
_CLASSES = {"xfce4-notifyd": "Xfce4-notifyd", "dunst": "Dunst"}
_FIELDS = ("app_name", "replaces_id", "app_icon", "summary")
_FIELDS += ("body", "actions", "hints", "timeout")


class Notes:
    """The notifications of a desktop, as its spy on the bus has written them down."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def all(self) -> list[Note]:
        """Return all notifications, in the order in which they were first sent.

        Ids start anew with each start of the daemon, so a notification goes by the
        daemon's connection and the id; those of a daemon that has gone are closed.
        """
        asked: dict[tuple[str, int], list[Any]] = {}
        notes: dict[tuple[str, int], Note] = {}
        for message in self._messages():
            kind, body = message["type"], message.get("payload", {}).get("data", [])
            if kind == "method_call" and message["member"] == "Notify":
                asked[message["sender"], message["cookie"]] = body
            elif kind == "method_return":
                call = asked.pop(
                    (message["destination"], message["reply_cookie"]), None
                )
                if call is not None:
                    note = _note(body[0], call)
                    note["sender"] = message["destination"]
                    notes[message["sender"], body[0]] = note
            elif kind == "signal":
                _take_signal(message, body, notes)
        return list(notes.values())

    def open(self) -> list[Note]:
        return [note for note in self.all() if note["open"]]

    def wait(self, text: str, seconds: float = 10.0) -> Note:
        """Wait until one with `text` in its summary or body is open and drawn."""

        def matching() -> list[Note]:
            return [n for n in self.open() if text in n["summary"] + "\n" + n["body"]]

        note = wait_for(matching, seconds, f"a notification with {text!r}")[-1]
        self._window(note)
        return note

    def click(self, note: Note) -> None:
        """Click its text. dunst takes it as the default action, Xfce as "close"."""
        window = self._window(note)
        half = window.width // 2
        self._desktop.pointer.click(
            window.x + half, window.y + min(window.height // 2, 26)
        )

    def press(self, note: Note, label: str) -> None:
        """Choose an action: by its button, or in dunst by its menu of actions."""
        labels = list(note["actions"].values())
        if label not in labels:
            raise Failure(f"no action {label!r}, only {labels}")
        place = labels.index(label)
        if self._desktop.notify == "dunst":
            # Its menu's lines end in the notification's id and the action's key.
            key = list(note["actions"])[place]
            (self._desktop.folder / "choice").write_text(f"[{note['id']},{key}]")
            subprocess.run(["dunstctl", "context"], env=self._desktop.env, check=True)
            return
        self._desktop.pointer.park()
        time.sleep(0.2)
        middles = self._button_middles(self._window(note))
        if len(middles) != len(labels):
            raise Failure(f"found {len(middles)} buttons for {labels}")
        self._desktop.pointer.click(*middles[place])

    def shot(self, note: Note, path: Path) -> Path:
        self._desktop.pointer.park()
        time.sleep(0.3)
        return self._crop(self._window(note)).save(path)

    def _crop(self, window: Window) -> Picture:
        area = (window.x, window.y, window.width, window.height)
        return self._desktop.screen().crop(*area)

    def _window(self, note: Note) -> Window:
        """Xfce's daemon opens one window each, in order; dunst has one for all."""
        numbers = sorted(n["id"] for n in self.open())
        if note["id"] not in numbers:
            raise Failure(f"notification {note['id']} is closed")
        dunst = self._desktop.notify == "dunst"
        count = 1 if dunst else len(numbers)

        def windows() -> list[Window] | None:
            found = self._desktop.pointer.windows(_CLASSES[self._desktop.notify])
            return found if len(found) == count else None

        shown = wait_for(windows, 5, f"{count} notification windows") or []
        return shown[0 if dunst else numbers.index(note["id"])]

    def _button_middles(self, window: Window) -> list[tuple[int, int]]:
        """Return the middles of the buttons, left to right.

        They stand in the lowest row; going up, their lower edges are the first
        unbroken lines that stand out from the window's background.
        """
        picture = self._crop(window)
        for y in range(picture.height - 5, picture.height // 3, -1):
            lines = _unbroken_lines(picture, y)
            if lines:
                half_height = 16
                return [
                    (window.x + (left + right) // 2, window.y + y - half_height)
                    for left, right in lines
                ]
        return []

    def _messages(self) -> Iterator[dict[str, Any]]:
        for line in (self._desktop.folder / "log/spy").read_text().splitlines():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue  # the heading, or a line that is still being written


def _unbroken_lines(picture: Picture, y: int) -> list[tuple[int, int]]:
    background = picture.pixel(4, 4)
    lines, start = [], None
    for x in range(3, picture.width - 2):
        distance = sum(
            abs(a - b) for a, b in zip(picture.pixel(x, y), background, strict=True)
        )
        inked = x < picture.width - 3 and distance > 60
        if inked and start is None:
            start = x
        elif not inked and start is not None:
            lines.append((start, x))
            start = None
    return [(left, right) for left, right in lines if right - left >= 30]


def _take_signal(
    message: dict[str, Any], body: list[Any], notes: dict[tuple[str, int], Note]
) -> None:
    if message["member"] == "NameOwnerChanged":
        for (owner, _number), note in notes.items():
            if owner == body[1]:
                note["open"] = False
        return
    note = notes.get((message["sender"], body[0]), {})
    if message["member"] == "ActionInvoked":
        note["invoked"] = body[1]
    elif message["member"] == "NotificationClosed":
        note.update(open=False, closed=body[1])


def _note(number: int, body: list[Any]) -> Note:
    note: Note = dict(zip(_FIELDS, body, strict=True))
    keys, labels = note["actions"][::2], note["actions"][1::2]
    note["actions"] = dict(zip(keys, labels, strict=True))
    note["hints"] = {name: value["data"] for name, value in note["hints"].items()}
    note.update(id=number, open=True, invoked=None, closed=None)
    return note
