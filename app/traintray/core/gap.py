"""Why a value is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class GapReason(Enum):
    """Why a value is missing, coarse enough to choose a message by."""

    FIRST = "a rate needs a second reading to compare with"
    NOT_PRESENT = "there is no such device, driver or kernel file here"
    NOT_SUPPORTED = "the device cannot report it"
    NO_PERMISSION = "this user may not read it"
    DEVICE_LOST = "the device stopped answering"
    ASLEEP = "the device sleeps, and to ask would wake it"
    SUSPENDED = "the computer was suspended in between"
    FAILED = "the read failed"


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing value: `reason` for the program, `detail` for the log."""

    reason: GapReason
    detail: str = ""


NO_GAPS: Mapping[str, Gap] = {}
