"""The power-profile service, as live knobs use it: the second seam for tests."""

from __future__ import annotations

from typing import Protocol

from traintray.core.live_knobs.live_knob import Power
from traintray.core.sentence import Sentence


class Profiles(Protocol):
    """Holds power profiles; each hold ends with this program at the latest.

    OSError where the service does not answer or refuses.
    """

    def power(self) -> Power | Sentence:
        """Return what the service says; a sentence why there is none."""
        ...

    def hold(self, profile: str, reason: str) -> int:
        """Ask for a profile; return the cookie of the hold."""
        ...

    def release(self, cookie: int) -> None:
        """Let go of a hold; one that is gone already is no error."""
        ...

    def is_held(self, cookie: int) -> bool:
        """Tell whether a hold is still there: one that the user overrode is not."""
        ...
