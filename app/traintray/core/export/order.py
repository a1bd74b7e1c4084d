"""What is asked of an export, and what its caller hears and may say meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """How the file is written; `docs/export.md` describes both."""

    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Order:
    """Which span of time, and in which form."""

    since_s: float
    """Seconds since 1970 (UTC), as is `until_s`."""
    until_s: float
    form: Form


class CancelledError(Exception):
    """The caller wants no export any more; nothing was written."""


def _nobody_listens(done_fraction: float) -> None:
    """Take how much is done, and tell nobody."""


def _goes_on() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Watch:
    """Both are called about once per hour of samples, on the exporting thread."""

    progress: Callable[[float], None] = _nobody_listens
    """Hears how much is done, 0..1, never less than before."""
    is_cancelled: Callable[[], bool] = _goes_on
    """Says whether to stop; the export then raises CancelledError."""

    def step(self, done_fraction: float) -> None:
        """Tell how far it is. Raises CancelledError when it is to stop."""
        if self.is_cancelled():
            raise CancelledError
        self.progress(min(1.0, done_fraction))


UNWATCHED = Watch()
