"""Sets of CPUs as the kernel writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from traintray.core.sensors.topology import parse_cpu_list


def written(cpus: Iterable[int]) -> str:
    """Return a list such as `0-3,8`, as `Cpus_allowed_list` shows it."""
    runs: list[list[int]] = []
    for cpu in sorted(set(cpus)):
        if runs and cpu == runs[-1][1] + 1:
            runs[-1][1] = cpu
        else:
            runs.append([cpu, cpu])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def read_cpus(text: str) -> frozenset[int] | None:
    """Return the CPUs of a list that a person wrote; None when it is none."""
    if not re.fullmatch(r"[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*", text):
        return None
    return frozenset(parse_cpu_list(text)) or None


def together(lists: Iterable[str]) -> frozenset[int]:
    """Return all CPUs of several lists."""
    return frozenset(cpu for text in lists for cpu in parse_cpu_list(text))
