"""The whole machine in one word. Apart, since the first icon needs nothing else."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """The whole machine in one word; the tray icon shows it."""

    IDLE = "idle"
    OK = "ok"
    ATTENTION = "attention"
    CRITICAL = "critical"
    PAUSED = "paused"
    NO_DATA = "no_data"
