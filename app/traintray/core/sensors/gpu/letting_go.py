"""When a GPU that may sleep is left alone, so that we are not what keeps it awake.

An open NVML handle keeps the device powered, and a question wakes it: 20 W on a
laptop (platform.md 1.6). No clock, no driver: states in, a decision out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.readings import GapReason, GpuReading

IDLE_S = 10.0
"""So long without a process and without load before it is let go."""
ALONE_S = 30.0
"""So long it is left alone then: the kernel suspends it some 6 to 9 s after the last
handle is gone."""
HELD_S = 600.0
"""When it did not fall asleep meanwhile, somebody else holds it (a screen, a game),
and letting go costs the graph for nothing. So long it is read before the next try."""
BATTERY_TIMES = 2.0
"""On battery we are in no hurry to come back, and in none to let go of what moves."""


IDLE_BELOW_FRACTION = 0.01
"""The least that NVIDIA and AMD report is a percent."""
PICTURE_BYTES = 16 * 2**20
"""The smallest picture on a screen, 1920 × 1080 and kept twice. A desktop opens every
GPU, 1 to 6 MiB on each that shows no picture, and the kernel lets those sleep."""


def is_idle(gpu: GpuReading) -> bool:
    """Whether nobody is known to use a GPU.

    What it does not tell keeps it no more awake than a zero would: whoever does use
    it holds it himself, and then it is read again. A lost one is no idle one.
    """
    gap = gpu.gaps.get("busy_fraction")
    if gap is not None and gap.reason is GapReason.DEVICE_LOST:
        return False
    drawn_bytes = sum(size or 0 for size in (gpu.graphics_processes or {}).values())
    is_busy = (gpu.busy_fraction or 0.0) >= IDLE_BELOW_FRACTION
    return not (is_busy or gpu.compute_processes or drawn_bytes >= PICTURE_BYTES)


@dataclass(frozen=True, slots=True)
class Power:
    """What the kernel says of one device, and what our last reading said."""

    may_sleep: bool
    is_suspended: bool
    is_idle: bool
    """No process uses it and it computed nothing, as far as was read."""


class LettingGo:
    """Decides for one GPU whether it may be asked now."""

    def __init__(self) -> None:
        self._idle_since_s: float | None = None
        self._alone_until_s = -math.inf
        self._held_until_s = -math.inf
        self._was_alone = False
        self._was_suspended = False
        self.woke_at_s = -math.inf
        """When it was last seen to have woken by itself."""

    def may_ask(self, at_s: float, power: Power, *, is_on_battery: bool) -> bool:
        """Return whether the device may be asked; call once for each reading."""
        if not power.may_sleep:
            return True
        if power.is_suspended:
            self._was_suspended = True
            self._was_alone = False
            self._idle_since_s = None
            self._alone_until_s = -math.inf
            return False
        times = BATTERY_TIMES if is_on_battery else 1.0
        if self._was_suspended:
            self._was_suspended = False
            self.woke_at_s = at_s
        if at_s < self._alone_until_s:
            return False
        if self._was_alone:  # and did not fall asleep: somebody else holds it
            self._was_alone = False
            self._idle_since_s = None
            self._held_until_s = at_s + HELD_S * times
        return not self._is_let_go(at_s, power, times)

    def _is_let_go(self, at_s: float, power: Power, times: float) -> bool:
        if not power.is_idle or at_s < self._held_until_s:
            self._idle_since_s = None
            return False
        if self._idle_since_s is None:
            self._idle_since_s = at_s
        if at_s - self._idle_since_s < IDLE_S * times:
            return False
        self._idle_since_s = None
        self._was_alone = True
        self._alone_until_s = at_s + ALONE_S * times
        return True
