"""What the sampler asks of a sensor, and what one round brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from traintray.core.readings import Gap


class Sensor(Protocol):
    """Reads one thing. Each sensor is one file in `core/sensors/`."""

    key: str
    """Name of its reading in a snapshot: `cpu`, `memory`, `pressure.cpu`, ..."""

    def read(self, at_s: float) -> Any:
        """Read now; `at_s` is the monotonic clock. OSError when it cannot."""
        ...

    def reset(self) -> None:
        """Forget what rates were to be compared with (after a suspend)."""
        ...


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
