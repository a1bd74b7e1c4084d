"""What this program itself costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from traintray.core.rate import Rate


@dataclass(frozen=True, slots=True)
class OwnCost:
    """Measured on this process, all threads."""

    cores: float | None
    """CPU time per second since the look before; None at the first.
    `pidstat -p PID` prints it as %CPU, in hundredths."""
    pss_bytes: int | None
    """Memory, what is shared with others counted in part: `Pss` of
    `cat /proc/PID/smaps_rollup`. None where the kernel does not tell."""
    rss_bytes: int | None
    """Memory, what is shared counted in full: `VmRSS` of `cat /proc/PID/status`."""


class OwnCostSensor:
    """Each look reads two files; the sums of the first take the kernel some
    milliseconds, so look only while somebody reads them.
    """

    def __init__(
        self, root: Path = Path("/"), cpu_s: Callable[[], float] = time.process_time
    ) -> None:
        self._folder = root / "proc/self"
        self._cpu_s = cpu_s
        self._rate = Rate()

    def read(self, at_s: float) -> OwnCost:
        """Read now; `at_s` is the monotonic clock."""
        return OwnCost(
            cores=self._rate.update(self._cpu_s(), at_s),
            pss_bytes=self._kib("smaps_rollup", "Pss:"),
            rss_bytes=self._kib("status", "VmRSS:"),
        )

    def _kib(self, name: str, label: str) -> int | None:
        try:
            text = (self._folder / name).read_text()
        except OSError:
            return None
        for line in text.splitlines():
            if line.startswith(label):
                return int(line.split()[1]) * 1024
        return None
