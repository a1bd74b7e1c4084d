"""Asks the open files for the users of a vendor's GPUs, no more often than it pays."""

from __future__ import annotations

import math
from pathlib import Path

from traintray.core.sensors.gpu.fdinfo import FdInfo, GpuUse

EVERY_S = 10.0
WATCHED_EVERY_S = 2.0

NOBODY = GpuUse({}, {}, {})


class SharedUse:
    """Remembers the last look between two."""

    def __init__(self, root: Path) -> None:
        self._fdinfo = FdInfo(root)
        self._due_at_s = -math.inf
        self._uses: dict[str, GpuUse] = {}

    def read(self, at_s: float, *, closely: bool, is_used: bool) -> dict[str, GpuUse]:
        """Return who uses which GPU. `is_used`: one of them is not idle; while none
        is, and nobody was listed, nobody is looked for.
        """
        is_worth_it = is_used or any(use != NOBODY for use in self._uses.values())
        if at_s >= self._due_at_s and (is_worth_it or self._due_at_s == -math.inf):
            self._due_at_s = at_s + (WATCHED_EVERY_S if closely else EVERY_S)
            self._uses = self._fdinfo.read(at_s)
        return self._uses
