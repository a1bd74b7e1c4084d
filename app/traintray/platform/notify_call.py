"""How a note is put for the daemon that is there: the arguments of `Notify`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from traintray.platform.note import LONGEST_BODY, Action, Image, Note

SIGNATURE = "susssasa{sv}i"

_DAEMONS_CHOICE_MS = -1
_NEVER_MS = 0
_TITLE, _BODY, _LABEL = 200, 1000, 100
"""Characters of each that are sent: what a program calls itself has no bounds, and a
bar that draws it may have none either."""
_INVISIBLE = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
} - {ord("\n")}
"""Control characters, and those that turn the direction of what follows: a file may be
named so that the rest of the sentence reads otherwise. NUL would end our connection to
the bus."""
_PLAIN = dict.fromkeys(_INVISIBLE, " ")


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
    body, actions = plain(note.body, _BODY), _distinct(note.actions, daemon)
    if "actions" not in daemon.capabilities:
        body, actions = _ended(body, note.without_actions), ()
    if "body-markup" in daemon.capabilities:
        body = escape(body, quote=False)
    hints: dict[str, tuple[str, Any]] = {
        "urgency": ("y", int(note.urgency)),
        "desktop-entry": ("s", desktop_entry),
    }
    if note.image is not None:
        hints["image-data"] = ("(iiibiiay)", _image_data(note.image))
    is_kept = "persistence" in daemon.capabilities
    labels = [(action.key, plain(action.label, _LABEL)) for action in actions]
    return (
        app_name,
        replaces_id,
        note.icon,
        plain(note.summary, _TITLE).replace("\n", " "),
        body,
        [text for key_and_label in labels for text in key_and_label],
        hints,
        _NEVER_MS if note.stays and not is_kept else _DAEMONS_CHOICE_MS,
    )


def _ended(body: str, sentence: str) -> str:
    """Return the body with the sentence behind it, where there is room for it."""
    both = f"{body} {sentence}".strip()
    return both if len(both) <= LONGEST_BODY else body


def plain(text: str, most: int) -> str:
    """Return text that every daemon can draw and the bus can carry.

    Names of files may hold bytes that are no UTF-8; Python keeps them as lone
    surrogates, which no message can hold.
    """
    sound = text.encode("utf-8", "replace").decode()
    shown = sound.translate(_PLAIN)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


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
