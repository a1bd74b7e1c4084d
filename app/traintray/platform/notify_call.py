"""How a note is put for the daemon that is there: the arguments of `Notify`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from traintray.platform.note import Action, Image, Note

SIGNATURE = "susssasa{sv}i"

_DAEMONS_CHOICE_MS = -1


@dataclass(frozen=True, slots=True)
class Daemon:
    """What is known of the notification daemon."""

    bus_name: str
    """Its own name on the bus: only it may tell of our ids."""
    capabilities: frozenset[str]
    name: str = ""
    version: str = ""

    @property
    def draws_default_as_button(self) -> bool:
        """Xfce's daemon up to 0.7 takes no click on the text; all are buttons."""
        old = self.version.startswith(tuple(f"0.{minor}." for minor in range(8)))
        return self.name == "Xfce Notify Daemon" and old


def arguments(
    note: Note, replaces_id: int, daemon: Daemon, app_name: str, desktop_entry: str
) -> tuple[Any, ...]:
    """Return the arguments of `Notify`, in the order of SIGNATURE."""
    body, actions = note.body, _distinct(note.actions, daemon)
    if "actions" not in daemon.capabilities:
        body, actions = f"{body} {note.without_actions}".strip(), ()
    if "body-markup" in daemon.capabilities:
        body = escape(body, quote=False)
    hints: dict[str, tuple[str, Any]] = {
        "urgency": ("y", int(note.urgency)),
        "desktop-entry": ("s", desktop_entry),
    }
    if note.image is not None:
        hints["image-data"] = ("(iiibiiay)", _image_data(note.image))
    return (
        app_name,
        replaces_id,
        note.icon,
        note.summary,
        body,
        [text for action in actions for text in (action.key, action.label)],
        hints,
        _DAEMONS_CHOICE_MS,
    )


def _distinct(actions: tuple[Action, ...], daemon: Daemon) -> tuple[Action, ...]:
    """Leave out the button that would say the same as the one for the text."""
    if not daemon.draws_default_as_button:
        return actions
    default = {action.label for action in actions if action.key == "default"}
    return tuple(a for a in actions if a.key == "default" or a.label not in default)


def _image_data(image: Image) -> tuple[int, int, int, bool, int, int, bytes]:
    """Return the hint's fields: size, bytes a row, alpha, bits, channels, pixels."""
    row_bytes = image.width * 4
    return (image.width, image.height, row_bytes, True, 8, 4, image.rgba)
