"""Read how the logical CPUs spent their time, from the kernel's tick counters."""

from __future__ import annotations

from operator import sub
from pathlib import Path
from typing import NamedTuple

from traintray.core.readings import CpuReading, CpuShares, Gap, GapReason
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.procfile import ProcFile

_FIRST = Gap(GapReason.FIRST)
_OFFLINE = Gap(GapReason.NOT_PRESENT, "offline")
_WENT_BACK = Gap(GapReason.FAILED, "its counters stood still or went back")


class Ticks(NamedTuple):
    """Clock ticks since boot, as `/proc/stat` counts them.

    Time in virtual machines (guest, guest_nice) is part of user and nice already.
    """

    user: int
    nice: int
    system: int
    idle: int
    iowait: int
    irq: int
    softirq: int
    steal: int


_COUNTERS = len(Ticks._fields)


def shares(last: Ticks, now: Ticks) -> CpuShares | None:
    """Return how the time between two counts was spent.

    None when no time passed or when a counter went back: iowait does now and then
    (see proc(5)), idle after a resume. What is left of such an interval would add
    up to anything, 100 % busy included.
    """
    spent = tuple(map(sub, now, last))
    whole = sum(spent)
    if whole <= 0 or min(spent) < 0:
        return None
    user, nice, system, _idle, iowait, irq, softirq, steal = spent
    return CpuShares(
        user=(user + nice) / whole,
        system=(system + irq + softirq) / whole,
        iowait=iowait / whole,
        steal=steal / whole,
    )


def parse(content: bytes) -> tuple[Ticks, dict[int, Ticks]]:
    """Return the counters of all CPUs together, and of each one that is online.

    ValueError when the content is not that of `/proc/stat`.
    """
    end = content.find(b"\nintr")
    total: Ticks | None = None
    per_cpu: dict[int, Ticks] = {}
    for line in content[: end if end >= 0 else None].splitlines():
        if not line.startswith(b"cpu"):
            break
        name, *fields = line.split(None, _COUNTERS + 1)
        if len(fields) < _COUNTERS:
            raise ValueError("too few counters")
        ticks = Ticks._make(map(int, fields[:_COUNTERS]))
        if name == b"cpu":
            total = ticks
        else:
            per_cpu[int(name[3:])] = ticks
    if total is None:
        raise ValueError("no line for all CPUs")
    return total, per_cpu


class CpuSensor:
    """All logical CPUs; `mpstat -P ALL 1` prints the same.

    `root` is the file system to read; a test hands in a folder. `stat` lets several
    sensors share one read of `/proc/stat`.
    """

    key = "cpu"

    def __init__(self, root: Path = Path("/"), stat: ProcFile | None = None) -> None:
        self._file = stat or ProcFile(root / "proc/stat")
        self._total: Ticks | None = None
        self._per_cpu: dict[int, Ticks] = {}
        self._count = 0

    def read(self, at_s: float) -> CpuReading:
        """Read the shares since the previous reading; OSError when unreadable.

        There are as many entries as the highest CPU number seen so far asks for.
        A CPU that was offline at one of the two readings is None in the second;
        the total is None then too, because the kernel counts the idle time of
        CPUs that are offline in another way.
        """
        content = self._file.read_at(at_s)
        try:
            total, per_cpu = parse(content)
        except ValueError as error:
            raise self._file.unreadable() from error
        last_total, self._total = self._total, total
        last_per_cpu, self._per_cpu = self._per_cpu, per_cpu
        self._count = max(self._count, max(per_cpu, default=-1) + 1)
        gaps: dict[str, Gap] = {}
        if last_total is not None and last_per_cpu.keys() != per_cpu.keys():
            gaps["total"] = Gap(GapReason.FAILED, "a CPU went offline or came back")
            last_total = None
        all_shares = _compare(last_total, total, "total", gaps)
        each = [
            _compare(last_per_cpu.get(n), per_cpu.get(n), n, gaps)
            for n in range(self._count)
        ]
        return CpuReading(all_shares, tuple(each), gaps)

    def series(self, reading: CpuReading) -> Series:
        """Name the shares of all CPUs, and how busy each one is."""
        total = reading.total
        found: Series = {
            "cpu.busy_fraction": total.busy if total else None,
            "cpu.user_fraction": total.user if total else None,
            "cpu.system_fraction": total.system if total else None,
            "cpu.iowait_fraction": total.iowait if total else None,
            # `top` prints it as st: the host of a virtual machine gave it to others.
            "cpu.steal_fraction": total.steal if total else None,
        }
        for number, shares in enumerate(reading.per_cpu):
            found[f"cpu.{number}.busy_fraction"] = shares.busy if shares else None
        return found

    def reset(self) -> None:
        """Forget the last counts."""
        self._total = None
        self._per_cpu = {}


def _compare(
    last: Ticks | None, now: Ticks | None, which: int | str, gaps: dict[str, Gap]
) -> CpuShares | None:
    """Return the shares between two counts, or None after noting why not.

    `which` is the number of a CPU, or "total".
    """
    answer = None if last is None or now is None else shares(last, now)
    if answer is None:
        gap = _OFFLINE if now is None else _FIRST if last is None else _WENT_BACK
        field = "total" if which == "total" else f"per_cpu.{which}"
        gaps.setdefault(field, gap)
    return answer


SENSOR = SensorPlugin(lambda kernel: (CpuSensor(kernel.root, kernel.stat),))
