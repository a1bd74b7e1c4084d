"""What the harness says when something is not there, and how it waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Failure(AssertionError):
    """Something that a test asked the desktop for did not come."""


def wait_for(condition: Callable[[], T], seconds: float, what: str) -> T:
    """Return the condition's first true result, or fail after so many seconds."""
    deadline_s = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() >= deadline_s:
            raise Failure(f"waited {seconds:g} s for {what}")
        time.sleep(0.05)
