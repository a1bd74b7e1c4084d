"""How a sensor joins in: one file in this package that names its `SENSOR`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from traintray.core.sensors.procfile import ProcFile

Series = dict[str, float | None]


class Sensor(Protocol):
    """Reads one thing. Each sensor is one file in `core/sensors/`."""

    key: str
    """Name of its reading in a snapshot: `cpu`, `memory`, `pressure.cpu`, ..."""

    def read(self, at_s: float) -> Any:
        """Read now; `at_s` is the monotonic clock. OSError when it cannot."""
        ...

    def series(self, reading: Any) -> Mapping[str, float | None]:
        """Name the numbers of a reading, for graphs and rules; None for a gap."""
        ...

    def reset(self) -> None:
        """Forget what rates were to be compared with (after a suspend)."""
        ...


@dataclass(slots=True)
class Attention:
    """Whether somebody looks: what is dear is read more often then."""

    is_watched: bool = False


@dataclass(frozen=True, slots=True)
class Kernel:
    """What sensors read from."""

    root: Path
    """The file system; a test hands in a folder."""
    stat: ProcFile
    """`/proc/stat`, shared: those who look into it in one round read it once."""
    attention: Attention = field(default_factory=Attention)


@dataclass(frozen=True, slots=True)
class SensorPlugin:
    """Makes the sensors of one file."""

    make: Callable[[Kernel], tuple[Sensor, ...]]
