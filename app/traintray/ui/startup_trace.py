"""Measures how long it took from the start of the process to the icon."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Mapping
from pathlib import Path

VARIABLE = "TRAINTRAY_STARTUP_TRACE"
_HEAVY = ("numpy", "pyqtgraph")


def age_s(stat: Path = Path("/proc/self/stat")) -> float:
    """Return for how long this process has existed, to 10 ms.

    `ps -o etimes= -p <pid>` prints it in whole seconds.
    """
    fields = stat.read_bytes().rpartition(b") ")[2].split()
    started_ticks = int(fields[19])
    now_s = time.clock_gettime(time.CLOCK_BOOTTIME)
    return now_s - started_ticks / os.sysconf("SC_CLK_TCK")


def write(env: Mapping[str, str], modules: Collection[str]) -> None:
    """Append one line of JSON to the file that TRAINTRAY_STARTUP_TRACE names.

    `modules` are those imported so far; what the icon has no use for is named.
    """
    path = env.get(VARIABLE)
    if not path:
        return
    import json

    heavy = [name for name in _HEAVY if name in modules]
    line = json.dumps(
        {
            "exec_to_icon_s": round(age_s(), 3),
            # Nearly the same on a quiet machine, and true on a busy one too.
            "cpu_s": round(time.process_time(), 3),
            "heavy_modules": heavy,
        }
    )
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        sys.stderr.write(f"traintray: {VARIABLE}: {error}\n")
