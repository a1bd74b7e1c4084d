"""How a vendor's GPUs join in: one file in this package that names its `VENDOR`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from traintray.core.readings import GpuReading
from traintray.core.sensors.plugin import Kernel


class Vendor(Protocol):
    """Reads the GPUs of one vendor. Called on a thread of its own, one call at a
    time; its driver may take as long as it likes.
    """

    def is_here(self) -> bool:
        """Say whether it is worth a thread: cheap, and called on the sampling thread.

        Without a GPU and without a library there is nothing to read, and that is no
        gap.
        """
        ...

    def read(self, at_s: float, *, closely: bool) -> tuple[GpuReading, ...]:
        """Read now; OSError when none of its GPUs can be read.

        `at_s` is the monotonic clock. `closely`: somebody looks at the figures.
        """
        ...

    def reset(self) -> None:
        """Look anew for what was missing (after a suspend)."""
        ...

    def rest(self) -> None:
        """Let go of what keeps a GPU awake that may sleep: nobody asks for a while."""
        ...


@dataclass(frozen=True, slots=True)
class VendorPlugin:
    """Makes what reads the GPUs of one vendor."""

    name: str
    """`nvidia`, `amd`, `intel`."""
    make: Callable[[Kernel], Vendor]
