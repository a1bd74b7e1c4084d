"""The autostart of a platform that has none yet."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sentence import Sentence
from traintray.platform.autostart.autostart import AutostartError, AutostartStatus

_WHY = "Starting at login is only done on Linux so far."


class Unavailable:
    """Says that it cannot, in place of every action."""

    is_available = False
    path: Path | None = None

    def status(self) -> AutostartStatus:
        """Say that it is off."""
        return AutostartStatus(False, None, _WHY)

    def enable(self) -> None:
        """Raise AutostartError."""
        raise AutostartError(
            Sentence(
                "Autostart",
                "Starting at login is only done on Linux so far. Add traintray to the"
                " login items by hand.",
            )
        )

    def disable(self) -> None:
        """Do nothing: it is off."""
