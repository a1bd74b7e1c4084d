"""What a tree of processes has used, read from the kernel."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_VOLUNTARY = b"\nvoluntary_ctxt_switches:"
_INVOLUNTARY = b"\nnonvoluntary_ctxt_switches:"


@dataclass(frozen=True)
class Memory:
    """Of all processes of a tree, in bytes."""

    rss_bytes: int
    pss_bytes: int
    threads: int
    processes: int


def children() -> dict[int, list[int]]:
    """Return the pids of the children of every process."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                found.setdefault(int(_stat(int(name))[1]), []).append(int(name))
            except OSError:
                continue
    return found


def tree(root: int, below: Mapping[int, list[int]]) -> list[int]:
    """Return a process and all its descendants."""
    found, todo = [], [root]
    while todo:
        pid = todo.pop()
        found.append(pid)
        todo += below.get(pid, [])
    return found


def cpu_s(pids: Collection[int]) -> float:
    """CPU time of all threads, dead ones too, and of children that were waited for.

    The first from the process clock, in nanoseconds; the second in ticks.
    """
    total_s = 0.0
    for pid in pids:
        try:
            fields = _stat(pid)
            if fields[0] != b"Z":
                # The clock id of another process, see clock_getcpuclockid(3).
                total_s += time.clock_gettime(((~pid) << 3) | 2)
                total_s += (int(fields[13]) + int(fields[14])) / TICKS_PER_S
        except OSError:
            continue
    return total_s


def switches(pids: Collection[int]) -> tuple[int, int]:
    """Return voluntary and involuntary context switches, over all threads."""
    voluntary = involuntary = 0
    for pid in pids:
        try:
            for tid in os.listdir(f"/proc/{pid}/task"):
                status = Path(f"/proc/{pid}/task/{tid}/status").read_bytes()
                voluntary += int(status.split(_VOLUNTARY)[1].split()[0])
                involuntary += int(status.split(_INVOLUNTARY)[1].split()[0])
        except (OSError, IndexError):
            continue
    return voluntary, involuntary


def memory(pids: Collection[int]) -> Memory:
    rss = pss = threads = processes = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
            kib = {line.split(":")[0]: int(line.split()[1]) for line in lines}
            rss += kib["Rss"] * 1024
            pss += kib["Pss"] * 1024
            threads += int(_stat(pid)[17])
            processes += 1
        except (OSError, KeyError):
            continue
    return Memory(rss, pss, threads, processes)


def busy_and_total_ticks() -> tuple[int, int]:
    """Return the machine's ticks that were not idle, and all."""
    with open("/proc/stat", "rb") as file:
        ticks = [int(field) for field in file.readline().split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def process_count() -> int:
    return sum(name.isdigit() for name in os.listdir("/proc"))


def has_mapped(pids: Collection[int], part: str) -> bool:
    """Tell whether a file whose path contains `part` is mapped by one of them."""
    for pid in pids:
        try:
            if part in Path(f"/proc/{pid}/maps").read_text(errors="replace"):
                return True
        except OSError:
            continue
    return False


def _stat(pid: int) -> list[bytes]:
    line = Path(f"/proc/{pid}/stat").read_bytes()
    return line[line.rindex(b")") + 2 :].split()
