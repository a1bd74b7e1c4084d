"""What a notification says, and what may become of it. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Protocol


class Urgency(IntEnum):
    """How loudly; critical ones stay until they are dismissed."""

    LOW = 0
    NORMAL = 1
    CRITICAL = 2


class CloseReason(Enum):
    """Why a notification is no longer shown."""

    EXPIRED = 1
    DISMISSED = 2
    BY_PROGRAM = 3
    UNDEFINED = 4


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, 8 bits each of red, green, blue and alpha, rows without padding."""

    width: int
    height: int
    rgba: bytes


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be chosen on a notification."""

    key: str
    """`default` is a click on the text."""
    label: str


LONGEST_BODY = 110
"""Letters that the body of a tip keeps to: about what a bubble shows in two or three
lines before it cuts. What is added to a tip is left out where it would not fit."""


@dataclass(frozen=True, slots=True)
class Note:
    """What one notification says. Plain text; nothing in it is markup."""

    summary: str
    body: str
    actions: tuple[Action, ...] = ()
    without_actions: str = ""
    """Sentence that ends the body where the daemon shows no buttons, if it fits."""
    urgency: Urgency = Urgency.NORMAL
    icon: str = ""
    """Name of an icon in the theme, or the path of a picture."""
    image: Image | None = None
    stays: bool = False
    """It waits for somebody who is away: where the daemon keeps none for later, it is
    shown until it is closed."""


class Listener(Protocol):
    """Who wants to know what becomes of the notifications."""

    def note_invoked(self, key: str, action: str, activation_token: str) -> None:
        """Act on what the user chose; the token (or "") lets a window come up."""

    def note_closed(self, key: str, reason: CloseReason) -> None:
        """Note that it is no longer shown."""

    def note_undelivered(self, key: str, why: str) -> None:
        """Note that nobody was there to show it, or that the daemon refused."""

    def daemon_started(self) -> None:
        """Try again, if need be: a daemon has come up."""
