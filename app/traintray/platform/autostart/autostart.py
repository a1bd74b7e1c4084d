"""What starting at login means on any desktop."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class AutostartError(Exception):
    """It could not be switched; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class AutostartStatus:
    """Whether the session will start the app."""

    is_enabled: bool
    problem: str | None
    """Why it will not start although it is switched on; enabling again repairs it."""
    detail: str
    """One sentence for the user."""


class Autostart(Protocol):
    """Starts the app at login, hidden in the tray."""

    @property
    def is_available(self) -> bool:
        """Whether this desktop can do it at all."""

    @property
    def path(self) -> Path | None:
        """The file that decides, for those who like to look."""

    def status(self) -> AutostartStatus:
        """Say what will happen at the next login. Touches nothing."""

    def enable(self) -> None:
        """Switch it on, or repair it. Raises AutostartError."""

    def disable(self) -> None:
        """Switch it off. Raises AutostartError."""
