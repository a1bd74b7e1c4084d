"""A second opinion: reads the same processes from outside, with code of its own.

Knows nothing of traintray. Takes memory, threads and parents from `ps`, run and wait
times from `/proc/<pid>/task/*/schedstat`, and the CPU time of the whole workload from
its control group where there is one. Prints one line of JSON per second.

    python witness.py PID[,PID...] [FILE WITH THE GROUP'S CPU TIME]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PERIOD_S = 1.0
PS = ("ps", "-eo", "pid=,ppid=,rss=,nlwp=,comm=")


def main() -> None:
    """Look once a second until somebody ends this process."""
    roots = [int(pid) for pid in sys.argv[1].split(",")]
    usage = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    while True:
        line = {
            "group_cpu_s": _group_cpu_s(usage),
            "machine_busy_s": _machine_busy_s(),
            "swapped_bytes": _swapped_bytes(),
            "memory_available_bytes": _memory_available_bytes(),
            "processes": _processes(roots),
            "at_s": time.monotonic(),
        }
        print(json.dumps(line), flush=True)
        time.sleep(PERIOD_S)


def _processes(roots: list[int]) -> dict[int, dict[str, Any]]:
    listed = subprocess.run(PS, capture_output=True, text=True, check=False).stdout
    rows = [line.split(None, 4) for line in listed.splitlines()]
    below: dict[int, list[list[str]]] = {}
    for row in rows:
        below.setdefault(int(row[1]), []).append(row)
    waiting = [row for row in rows if int(row[0]) in roots]
    found = {}
    while waiting:
        row = waiting.pop()
        pid = int(row[0])
        found[pid] = {
            "name": row[4] if len(row) > 4 else "",
            "rss_bytes": int(row[2]) * 1024,
            "threads": int(row[3]),
            **_from_proc(pid),
        }
        waiting.extend(below.get(pid, []))
    return found


def _from_proc(pid: int) -> dict[str, Any]:
    tasks: dict[str, list[float]] = {}
    try:
        names = os.listdir(f"/proc/{pid}/task")
    except OSError:
        names = []
    for name in names:
        text = _text(f"/proc/{pid}/task/{name}/schedstat").split()
        if len(text) >= 2:
            tasks[name] = [int(text[0]) / 1e9, int(text[1]) / 1e9]
    status = dict(
        line.split(":", 1) for line in _text(f"/proc/{pid}/status").splitlines()
    )
    io = dict(line.split(":", 1) for line in _text(f"/proc/{pid}/io").splitlines())
    # Behind the name, which may hold anything: fields 14 and 15 of proc(5).
    stat = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    ticks = int(stat[11]) + int(stat[12]) if stat else 0
    return {
        "tasks": tasks,
        "cpu_s": ticks / os.sysconf("SC_CLK_TCK"),
        "cpus": _cpus(status.get("Cpus_allowed_list", "").strip()),
        "swap_bytes": int(status.get("VmSwap", "0").split()[0]) * 1024,
        "read_bytes": int(io.get("read_bytes", "0")),
        "omp_num_threads": _cap(pid),
    }


def _cpus(listed: str) -> list[int]:
    """Return the numbers in a list such as `0-3,8`."""
    found: list[int] = []
    for part in filter(None, listed.split(",")):
        first, _, last = part.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found


def _group_cpu_s(usage: Path | None) -> float | None:
    if usage is None:
        return None
    text = _text(str(usage)).split()
    if not text:
        return None
    # Version 2 says `usage_usec 123`, version 1 a bare number of nanoseconds.
    return int(text[1]) / 1e6 if text[0] == "usage_usec" else int(text[0]) / 1e9


def _machine_busy_s() -> float:
    user, nice, system, _idle, _wait, irq, softirq, *_ = map(
        int, _text("/proc/stat").split("\n", 1)[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def _swapped_bytes() -> int:
    """Return what went to and from swap so far: two lines of /proc/vmstat."""
    counts = dict(line.split() for line in _text("/proc/vmstat").splitlines())
    pages = int(counts.get("pswpin", 0)) + int(counts.get("pswpout", 0))
    return pages * os.sysconf("SC_PAGE_SIZE")


def _memory_available_bytes() -> int | None:
    for line in _text("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _cap(pid: int) -> int | None:
    """Return the cap that a process was started with, as `ps e` would show it."""
    for entry in _text(f"/proc/{pid}/environ").split("\0"):
        name, _, value = entry.partition("=")
        if name == "OMP_NUM_THREADS" and value.isdigit():
            return int(value)
    return None


def _text(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
