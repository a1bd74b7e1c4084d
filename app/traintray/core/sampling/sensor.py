"""What one round of sampling brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from traintray.core.readings import Gap
from traintray.core.sensors.plugin import Sensor as Sensor


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What every sensor said in one round."""

    at_s: float
    """Monotonic clock at the start of the round."""
    readings: Mapping[str, Any]
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    """Sensors that failed as a whole, by key."""
    cost_s: Mapping[str, float] = field(default_factory=dict)
    """How long each sensor took."""
    suspended_s: float = 0.0
    """How long the computer slept just before this round, seconds. Above 0 the round
    was dropped, and everything compared over time has to begin anew."""
